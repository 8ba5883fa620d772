import { support } from '#core/support.ts'
import { Icon } from './drawings.tsx'
import { Frame, Opening, type PageProps, whatsappHref } from './Frame.tsx'

export function Contact({ assets }: PageProps) {
  return (
    <Frame
      assets={assets}
      path="/contact"
      title="Contact Ajose"
      description="Write to Ajose, call, or open a chat. Every message gets a number and an answer."
      styles={['form']}
    >
      <Opening title="Talk to us">Write here. You’ll get a reference number.</Opening>
      <div className="inside band contact">
        <form
          id="contact-form"
          data-late={assets.script('contact-form')}
          className="sheet"
          method="post"
          action="/contact"
        >
          <p id="sent" className="told told--good">
            Thank you. Your message has reached us.
          </p>
          <p id="refused" className="told told--bad">
            Your message was not sent. Go back, look at the email address and try again, or write to{' '}
            <a href={`mailto:${support.email}`}>{support.email}</a>.
          </p>
          <p id="told" className="told" role="status" hidden />
          <Field name="name" label="Name" autoComplete="name" maxLength={120} />
          <Field name="email" label="Email" type="email" autoComplete="email" maxLength={254} />
          <Field name="subject" label="Subject" maxLength={150} />
          <label>
            Message
            <textarea name="message" rows={7} required maxLength={5000} aria-describedby="message-error" />
            <span className="error" id="message-error" />
          </label>
          <p className="trap" aria-hidden="true">
            <label>
              Website
              <input name="website" tabIndex={-1} autoComplete="off" />
            </label>
          </p>
          <button type="submit" className="button button--primary">
            Send Message
          </button>
          <p className="note">
            We use your name and email to answer you and for nothing else. <a href="/privacy">Privacy</a>
          </p>
        </form>
        <aside>
          <h2>Sooner by phone?</h2>
          <ul className="ways">
            <li>
              <a href={whatsappHref}>
                <Icon name="chat" />
                WhatsApp
              </a>
            </li>
            <li>
              <a href={`tel:${support.phone}`}>
                <Icon name="call" />
                {support.phoneText}
              </a>
            </li>
            <li>
              <a href={`mailto:${support.email}`}>
                <Icon name="email" />
                {support.email}
              </a>
            </li>
          </ul>
          <p className="note" id="sample-contact">
            Sample address and number: the super admin of this installation enters the real ones. Messages sent with the
            form are stored all the same.
          </p>
          <h2>Already with us?</h2>
          <p>Officers of your own society answer questions about your balance. We cannot see members' records.</p>
        </aside>
      </div>
    </Frame>
  )
}

function Field({
  name,
  label,
  ...input
}: {
  name: string
  label: string
  type?: string
  autoComplete?: string
  maxLength: number
}) {
  return (
    <label>
      {label}
      <input name={name} required aria-describedby={`${name}-error`} {...input} />
      <span className="error" id={`${name}-error`} />
    </label>
  )
}
