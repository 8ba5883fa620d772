import type { PageProps } from './Frame.tsx'

const phones = '(width < 700px)'

/** A picture of the product: the laptop's screen, or on phones the same page of the product as a phone shows it. */
export function Screen({
  assets,
  name,
  says,
  when,
}: PageProps & { name: string; says: string; when: 'first' | 'in turn' | 'near' }) {
  const [wide, near] = [assets.file(`${name}.avif`), assets.file(`${name}-phone.avif`)]
  const sizes = { width: 1120, height: 840 }
  const nearSizes = { media: phones, width: 824, height: 1120 }
  if (when === 'in turn')
    return (
      <picture>
        <source data-srcset={near} {...nearSizes} />
        <img data-src={wide} alt={says} {...sizes} />
      </picture>
    )
  const isFirst = when === 'first'
  return (
    <>
      {isFirst && <link rel="preload" as="image" href={near} media={phones} fetchPriority="high" />}
      {isFirst && <link rel="preload" as="image" href={wide} media={`not all and ${phones}`} fetchPriority="high" />}
      <picture>
        <source srcSet={near} {...nearSizes} />
        <img
          className={isFirst ? 'on' : undefined}
          src={wide}
          alt={says}
          {...sizes}
          {...(isFirst ? { fetchPriority: 'high' } : { loading: 'lazy', decoding: 'async' })}
        />
      </picture>
    </>
  )
}
