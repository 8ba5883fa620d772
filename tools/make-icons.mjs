import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import sharp from 'sharp'

// The icons of the installed app, drawn from the one picture: `node tools/make-icons.mjs`.
const folder = 'app/web/public/icons'
const picture = readFileSync('app/web/public/favicon.svg', 'utf8')
const square = picture.replace('rx="8" ', '')
mkdirSync(folder, { recursive: true })

async function icon(name, svg, size) {
  writeFileSync(
    `${folder}/${name}.png`,
    await sharp(Buffer.from(svg), { density: 72 * (size / 32) * 2 })
      .resize(size, size)
      .png({ palette: true, compressionLevel: 9 })
      .toBuffer(),
  )
}

await icon('192', picture, 192)
await icon('512', picture, 512)
await icon('apple-180', square, 180)
// Launchers cut a maskable icon to their own shape: the picture stays within the inner four fifths.
await icon(
  'maskable-512',
  square
    .replace('viewBox="0 0 32 32"', 'viewBox="-5 -5 42 42"')
    .replace('<rect width="32" height="32" ', '<rect x="-5" y="-5" width="42" height="42" '),
  512,
)
