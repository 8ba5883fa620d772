/** What a screen says wherever an SMS or an email is written: sending through a provider is not part of the product yet, they go to the outbox. */
export const messagesAreSaved =
  'No SMS or email provider is set up: SMS and emails are saved on the server, and reach no phone or mailbox.'
