import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { addressReader } from '../../services/gateway/request.ts';
import { networkOf } from '../../shared/base/network.ts';

const proxies = ['127.0.0.0/8', '10.0.0.0/8', '2001:db8:ffff::/48'];

/** The address of a request from this machine with this header, where these are our proxies. */
function passedOn(header: string, trusted = proxies): string {
  const request = { headers: { 'x-forwarded-for': header }, socket: { remoteAddress: '127.0.0.1' } };
  return addressReader(trusted)(request as unknown as IncomingMessage);
}

describe('The address that a trusted proxy passes on', () => {
  it.each([
    ['is without the port it came from', '9.9.9.9:1234', '9.9.9.9'],
    ['is without the brackets of IPv6', '[2001:db8:1:1::1]', '2001:db8:1:1::1'],
    ['is without the port of IPv6', '[2001:db8:1:1::1]:1234', '2001:db8:1:1::1'],
    ['is without its zone', 'fe80::1%eth0', 'fe80::1'],
    ['is without an encoded zone and a port', '[fe80::1%25eth1]:80', 'fe80::1'],
    ['is one of IPv4 where it is written as of IPv6', '[::ffff:9.9.9.9]:80', '9.9.9.9'],
    ['is found behind a proxy that says its port', '9.9.9.9, 10.0.0.7:80', '9.9.9.9'],
    ['is found behind a proxy of IPv6', '9.9.9.9, [2001:db8:ffff::1]:80', '9.9.9.9'],
    ['is not what a client wrote before it', '198.51.100.9, 203.0.113.2', '203.0.113.2'],
    ['is that of the proxy where there is none', 'unknown', '127.0.0.1'],
    ['is that of the proxy where there are names', '_hidden, 10.0.0.x', '127.0.0.1'],
    ['is that of the last proxy where there is only that', '10.0.0.7', '10.0.0.7'],
    ['is that of the last proxy where what stands before is none', 'unknown, 10.0.0.7', '10.0.0.7'],
    ['is that of the proxy where the last is a number', '8.8.8.8, 1', '127.0.0.1'],
    ['is that of the proxy where the last is a word', '9.9.9.9, unknown', '127.0.0.1'],
    ['is that of the proxy where it is empty', ', ', '127.0.0.1'],
    ['is that of the proxy where it ends empty', '9.9.9.9,', '127.0.0.1'],
  ])('%s', (_, header, address) => expect(passedOn(header)).toBe(address));

  it('is not read where no proxy is trusted', () => {
    expect(passedOn('9.9.9.9', [])).toBe('127.0.0.1');
  });
});

describe('The network of a client', () => {
  it('is all of a /64, since whoever has one address of it has them all', () => {
    const networks = ['2001:db8:1:1::1', '2001:db8:1:1:ffff::2', '2001:db8:1:1:1:2:3:4'].map(networkOf);
    expect(new Set(networks).size).toBe(1);
    expect(networkOf('2001:db8:1:2::1')).not.toBe(networks[0]);
  });

  it('is the address itself for IPv4', () => {
    expect(['203.0.113.2', '::ffff:203.0.113.2'].map(networkOf)).toEqual(['203.0.113.2', '203.0.113.2']);
  });
});
