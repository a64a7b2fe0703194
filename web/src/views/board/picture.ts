/** The reader's picture: read on this device, cut to the shape of the board, never sent anywhere. */

import { effect, signal } from '@preact/signals';
import { goalTiles } from '../../state/store';

/** Address of the picture in the shape of the board. */
export const picture = signal<string | null>(null);

const source = signal<ImageBitmap | null>(null);
const LONGEST_SIDE = 1280;

export async function choosePicture(file: Blob): Promise<void> {
  source.value = await createImageBitmap(file);
}

let shown = '';
let latest = 0;

effect(() => {
  const image = source.value;
  const { width, height } = goalTiles.value;
  if (!image) return;
  const ratio = width / height;
  const cut = { width: Math.min(image.width, image.height * ratio), height: Math.min(image.height, image.width / ratio) };
  const scale = Math.min(1, LONGEST_SIDE / Math.max(cut.width, cut.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(cut.width * scale));
  canvas.height = Math.max(1, Math.round(cut.height * scale));
  const [left, top] = [(image.width - cut.width) / 2, (image.height - cut.height) / 2];
  canvas
    .getContext('2d')
    ?.drawImage(image, left, top, cut.width, cut.height, 0, 0, canvas.width, canvas.height);
  const request = ++latest;
  canvas.toBlob((blob) => {
    if (!blob || request !== latest) return;
    if (shown !== '') URL.revokeObjectURL(shown);
    shown = URL.createObjectURL(blob);
    picture.value = shown;
  });
});
