// Prints the cases of validator.js's tests in formd's rules.
//
// Usage: node validator.mjs FOLDER, the folder of a copy of validator.js.

import fs from 'fs';
import path from 'path';
import vm from 'vm';

const folder = process.argv[2];
const cases = [];
const leftOut = {};

const letters = { D: 'd', Y: 'y', M: 'M' };
const brands = {
  amex: 'americanExpress', dinersclub: 'dinersClub', unionpay: 'unionPay', visa: 'visa', mastercard: 'mastercard',
  discover: 'discover', jcb: 'jcb',
};

/** The members of `options`, unless there are others than the known ones, which no rule can express. */
function known(options, names) {
  const own = options === undefined ? {} : options;
  return own && typeof own === 'object' && Object.keys(own).every(name => names.includes(name)) ? own : null;
}

/** Hosts as definitions have them; null if there is a pattern among them. */
function hosts(list) {
  return list && !list.every(host => typeof host === 'string') ? null : list;
}

function withHosts(rule, own) {
  const [allowed, denied] = [hosts(own.host_whitelist), hosts(own.host_blacklist)];
  if (allowed === null || denied === null) return null;
  if (allowed?.length) rule.hosts = allowed;
  if (denied?.length) rule.deniedHosts = denied;
  return rule;
}

function ofCountry(type, code) {
  return { type, countries: [code] };
}

function numbers(own, names) {
  const rules = [];
  if (own[names[0]] !== undefined) rules.push({ type: 'minValue', min: String(own[names[0]]) });
  if (own[names[1]] !== undefined) rules.push({ type: 'maxValue', max: String(own[names[1]]) });
  if (own.gt !== undefined) rules.push({ type: 'minValue', min: String(own.gt), exclusive: true });
  if (own.lt !== undefined) rules.push({ type: 'maxValue', max: String(own.lt), exclusive: true });
  return rules;
}

function isDecimal(number) {
  return typeof number === 'number' || /^-?[0-9]+([.][0-9]+)?$/.test(number);
}

/** Each function returns a rule or a list of rules for a validator's arguments, or null if no rule says the same. */
const rules = {
  isEmail(options) {
    const own = known(options, ['allow_display_name', 'require_tld', 'host_whitelist', 'host_blacklist',
      'allow_utf8_local_part']);
    if (!own) return null;
    const profile = own.allow_utf8_local_part === false ? 'mailbox' : 'internationalMailbox';
    return withHosts({
      type: 'email', profile, topLevelDomain: own.require_tld !== false, displayName: own.allow_display_name === true,
    }, own);
  },
  isURL(options) {
    const own = known(options, ['protocols', 'require_tld', 'require_protocol', 'disallow_auth', 'host_whitelist',
      'host_blacklist']);
    if (!own) return null;
    return withHosts({
      type: 'url', schemes: own.protocols ?? ['http', 'https', 'ftp'], topLevelDomain: own.require_tld !== false,
      userInfo: own.disallow_auth !== true,
    }, own);
  },
  isFQDN(options) {
    const own = known(options, ['require_tld', 'allow_trailing_dot']);
    return own && {
      type: 'hostname', topLevelDomain: own.require_tld !== false, trailingPoint: own.allow_trailing_dot === true,
    };
  },
  isIP(version) {
    const number = typeof version === 'object' ? version?.version : version;
    return { type: { 4: 'ipv4', 6: 'ipv6', undefined: 'ip', '': 'ip' }[number] ?? 'none' };
  },
  isIPRange(version) {
    return { type: { 4: 'ipv4', 6: 'ipv6', undefined: 'ip', '': 'ip' }[version] ?? 'none', prefix: 'required' };
  },
  isUUID: version => (version === undefined || version === 'all' || version === 'loose' ? { type: 'uuid' } : null),
  isCreditCard(options) {
    const own = known(options, ['provider']);
    if (!own || own.provider && !brands[own.provider.toLowerCase()]) return null;
    return own.provider ? { type: 'creditCard', brands: [brands[own.provider.toLowerCase()]] } : { type: 'creditCard' };
  },
  isIBAN: options => (options === undefined ? { type: 'iban' } : null),
  isBIC: () => ({ type: 'bic' }),
  isISBN: options => (options === undefined ? { type: 'isbn' } : null),
  isISSN: options => (options === undefined ? { type: 'issn' } : null),
  isEAN: () => ({ type: 'gtin' }),
  isLuhnNumber: () => ({ type: 'luhn' }),
  isPostalCode: locale => (locale === 'any' ? { type: 'postalCode' } : ofCountry('postalCode', locale)),
  isVAT: locale => ofCountry('vat', { EL: 'GR', UK: 'GB' }[locale] ?? locale),
  isTaxID: locale => ofCountry('taxId', (locale ?? 'en-US').slice(3)),
  isHexColor: options => (options === undefined ? { type: 'color', notations: ['hex', 'hexAlpha'] } : null),
  isRgbColor: (...options) => (options.length === 0 ? { type: 'color', notations: ['rgb'] } : null),
  isHSL: () => ({ type: 'color', notations: ['hsl'] }),
  isJSON(options) {
    const own = known(options, ['allow_any_value']);
    if (!own) return null;
    const roots = ['object', 'array'].map(root => ({ type: 'json', root }));
    return own.allow_any_value ? { type: 'json' } : { type: 'any', rules: roots };
  },
  isRFC3339: () => ({ type: 'dateTime', seconds: 'required', fraction: 'allowed', offset: 'required' }),
  isTime(options) {
    const own = known(options, ['hourFormat', 'mode']);
    if (!own || own.hourFormat === 'hour12') return null;
    const seconds = { withSeconds: 'required', withOptionalSeconds: 'allowed' }[own.mode] ?? 'refused';
    return { type: 'time', seconds };
  },
  isDate(options) {
    const own = known(typeof options === 'string' ? { format: options } : options, ['format', 'delimiters',
      'strictMode']);
    if (!own) return null;
    const format = (own.format ?? 'YYYY/MM/DD').replace(/[DYM]/gi, letter => letters[letter.toUpperCase()]);
    const separator = format.replace(/[dyM]/g, '')[0];
    const all = own.strictMode ? [separator] : own.delimiters ?? ['/', '-'];
    return {
      type: 'any', rules: all.map(other => ({ type: 'date', format: format.replaceAll(separator, other) })),
    };
  },
  isInt(options) {
    const own = known(options, ['min', 'max', 'gt', 'lt', 'allow_leading_zeroes']);
    if (!own || own.allow_leading_zeroes === false || !Object.values(own).every(value => isDecimal(value) || value === true)) {
      return null;
    }
    return [{ type: 'step', step: '1' }, ...numbers(own, ['min', 'max'])];
  },
  isFloat(options) {
    const own = known(options, ['min', 'max', 'gt', 'lt']);
    return own && Object.keys(own).length && Object.values(own).every(isDecimal) ? numbers(own, ['min', 'max']) : null;
  },
  isDivisibleBy: number => ({ type: 'step', step: String(number) }),
  isLength(options, max) {
    const own = known(typeof options === 'number' ? { min: options, max } : options, ['min', 'max']);
    return own && { type: 'length', unit: 'codePoint', min: own.min ?? 0, ...(own.max === undefined ? {} : { max: own.max }) };
  },
  isIn: list => (Array.isArray(list) && list.length ? { type: 'oneOf', values: list.map(String) } : null),
  equals: text => ({ type: 'oneOf', values: [text] }),
};

function leave(reason) {
  leftOut[reason] = (leftOut[reason] ?? 0) + 1;
}

function test({ validator, args = [], valid = [], invalid = [] }) {
  const made = Object.hasOwn(rules, validator) ? rules[validator](...args) : undefined;
  const rule = made && [made].flat().map(one => JSON.stringify(one)).join(', ');
  for (const [texts, passes] of [[valid, true], [invalid, false]]) {
    for (const text of texts) {
      if (typeof text !== 'string' || !text.isWellFormed()) leave('a value that is no text');
      else if (text === '') leave('an empty text, which is for “required”');
      else if (made === undefined) leave('a validator that no rule corresponds to');
      else if (made === null) leave('an option that no rule has');
      else cases.push({ rule, text, passes });
    }
  }
}

const run = (name, body) => {
  try {
    body();
  } catch {
    leave('a test that runs in another way');
  }
};
const tests = path.join(folder, 'test');
const files = ['validators.test.js', ...fs.readdirSync(path.join(tests, 'validators')).map(name => 'validators/' + name)];
for (const file of files) {
  const text = fs.readFileSync(path.join(tests, file), 'utf8').replace(/^import .*$/gm, '')
    .replace(/^let validator_js = .*$/gm, '');
  vm.runInNewContext(text, { test, describe: run, it: run, console, Buffer });
}
process.stdout.write(JSON.stringify({ suite: 'validator.js', cases, leftOut }));
