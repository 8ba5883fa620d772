import sharp from 'sharp'
const [out, ...files] = process.argv.slice(2)
const imgs = await Promise.all(
  files.map(async (f) => {
    const m = await sharp(f).metadata()
    const h = Math.min(m.height, 1100)
    return { b: await sharp(f).extract({ left: 0, top: 0, width: m.width, height: h }).toBuffer(), w: m.width, h }
  }),
)
const W = imgs.reduce((s, i) => s + i.w + 10, 0),
  H = Math.max(...imgs.map((i) => i.h))
let x = 0
const comp = imgs.map((i) => {
  const c = { input: i.b, left: x, top: 0 }
  x += i.w + 10
  return c
})
await sharp({ create: { width: W, height: H, channels: 3, background: '#888' } })
  .composite(comp)
  .png()
  .toFile(out)
