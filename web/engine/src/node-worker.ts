/** The worker in Node.js. */

import { parentPort } from 'node:worker_threads';
import { answering } from './requests.js';

parentPort?.on('message', answering((message, transfer) => parentPort?.postMessage(message, transfer)));
