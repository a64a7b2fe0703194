/// <reference lib="webworker" />
/** The worker in a browser. */

import type { ToWorker } from './messages.js';
import { answering } from './requests.js';

const receive = answering((message, transfer) => self.postMessage(message, { transfer }));
self.onmessage = ({ data }: MessageEvent<ToWorker>) => receive(data);
