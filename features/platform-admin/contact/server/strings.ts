export const wroteOnTheContactPage =
  '{name} <{email}> wrote on the contact page:\n\n{message}\n\nAnswer to {email}, then mark {number} as answered.'
