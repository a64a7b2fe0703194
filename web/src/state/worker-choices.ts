/** The greatest number of workers. */
const MAX_WORKERS = 16;

/** The numbers of workers that this device offers. */
export function workerChoices(cores = globalThis.navigator?.hardwareConcurrency ?? 1): number[] {
  const max = Math.min(Math.max(2, cores), MAX_WORKERS);
  const choices = [1];
  for (let next = 2; next <= max; next *= 2) choices.push(next);
  if (choices.at(-1) !== max) choices.push(max);
  return choices;
}
