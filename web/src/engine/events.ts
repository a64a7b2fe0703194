/** One event of a stream of Server-Sent Events. */
export interface ServerEvent {
  event: string;
  data: string;
}

/** The events of a stream, in order. */
export async function* serverEvents(stream: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      text += done ? decoder.decode() : decoder.decode(value, { stream: true });
      const blocks = text.replaceAll('\r\n', '\n').split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = parseBlock(block);
        if (event) yield event;
      }
      if (done) return;
    }
  } finally {
    void reader.cancel().catch(() => {});
  }
}

/** The event of a block of lines; null for comments. */
export function parseBlock(block: string): ServerEvent | null {
  let event = 'message';
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':');
    if (colon <= 0) continue;
    const value = line.slice(colon + 1).replace(/^ /, '');
    if (line.startsWith('event:')) event = value;
    else if (line.startsWith('data:')) data.push(value);
  }
  return data.length ? { event, data: data.join('\n') } : null;
}
