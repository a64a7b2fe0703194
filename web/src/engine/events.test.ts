import { expect, it } from 'vitest';
import { parseBlock, serverEvents } from './events';

function stream(...parts: string[]): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(encoder.encode(part));
      controller.close();
    },
  });
}

it('reads events from chunks of any size', async () => {
  const parts = ['event: pro', 'gress\nda', 'ta: {"a":1}\n\n: ping\n\nevent: result\ndata: 1\n', 'data: 2\n\ndata: cut'];
  const events = [];
  for await (const event of serverEvents(stream(...parts))) events.push(event);
  expect(events).toEqual([
    { event: 'progress', data: '{"a":1}' },
    { event: 'result', data: '1\n2' },
  ]);
});

it('skips comments and unknown fields', () => {
  expect(parseBlock(': comment')).toBeNull();
  expect(parseBlock('id: 4\nretry: 5\ndata:x')).toEqual({ event: 'message', data: 'x' });
});
