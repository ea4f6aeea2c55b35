/** Groups client addresses for counting, and tells those of this machine. */
import ipaddr from 'ipaddr.js';

/**
 * Returns the /64 network of an IPv6 address, because one client usually owns all of it; an IPv4 address as it is, also
 * when written as an IPv4-mapped one.
 */
export function networkOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  const parsed = ipaddr.IPv6.parse(address);
  return parsed.isIPv4MappedAddress() ? parsed.toIPv4Address().toString() : parsed.parts.slice(0, 4).join(':');
}

/** Tells whether a host is this machine, by its name. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d+){3}$/.test(host);
