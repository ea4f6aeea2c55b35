/** Texts of an application that is on its way or has arrived, in English. */

export const after = {
  almost: (hackathon: string) => `Almost there: ${hackathon}`,
  back: 'Back to the form',
  isConfirmed: 'Confirmed already? Sign in',
  applying: (hackathon: string) => `Applying to ${hackathon}`,
  sending: 'Sending your application',
  isOffline: 'You are offline. Your application is kept on this device, and sent when the network is back.',
  triesAgain: 'It is tried again by itself.',
  smallerFiles: ' Where the network is slow, smaller files come through sooner.',
  hasApplied: (hackathon: string) => `You have applied to ${hackathon}`,
  hadApplied: (hackathon: string) => `You have already applied to ${hackathon}.`,
  decide: (email: string | undefined) =>
    `The organizers decide, and an email goes to ${email ?? 'you'}. Until then you can change your answers.`,
  see: 'See my application',
};
