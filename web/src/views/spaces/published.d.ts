declare module 'virtual:published-levels' {
  const tables: import('../../../build/published-levels').PublishedTable[];
  export default tables;
}
