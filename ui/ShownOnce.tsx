import { Check, Copy } from 'lucide'
import { useState } from 'react'
import { Banner } from './Banner.tsx'
import { Button } from './Button.tsx'
import './ShownOnce.css'

/** A secret that is shown this once, with a button that copies it. */
export function ShownOnce({ title, secret, children }: { title: string; secret: string; children: string }) {
  const [copied, setCopied] = useState(false)
  return (
    <Banner title={title}>
      <code className="shown-once">{secret}</code>
      <p>{children}</p>
      <Button
        icon={copied ? Check : Copy}
        onClick={() => void navigator.clipboard.writeText(secret).then(() => setCopied(true))}
      >
        {copied ? 'Copied' : 'Copy'}
      </Button>
    </Banner>
  )
}
