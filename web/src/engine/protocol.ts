/** The engine of the page: that of the package `loyd`, or the HTTP interface of `loyd serve`; a view does not know which. */

import type { Loyd } from 'loyd';

export type * from 'loyd';

export interface Engine extends Pick<Loyd, 'call' | 'close'> {
  /** Where searches run; `lost`: in workers, because the server of the page does not answer any more. */
  readonly place: 'worker' | 'server' | 'lost';
}
