import { useEffect, useState } from 'preact/hooks';

/** The current number of seconds since a time of `performance.now()`. */
export function useSecondsSince(moment: number): number {
  const [now, setNow] = useState(performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 100);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, now - moment) / 1000;
}
