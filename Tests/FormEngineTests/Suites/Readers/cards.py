"""Prints numbers of payment cards, and whether Braintree's list has them for a brand.

Usage: cards.py FOLDER, the folder of a copy of credit-card-type.
"""

import json
import random
import re
import sys

BRANDS = {
    'visa': 'visa', 'mastercard': 'mastercard', 'american-express': 'americanExpress', 'diners-club': 'dinersClub',
    'discover': 'discover', 'jcb': 'jcb', 'unionpay': 'unionPay', 'maestro': 'maestro', 'mir': 'mir',
}


def numbers(text):
    return json.loads(re.sub(r',(\s*\])', r'\1', text))


def has_check_digit(number):
    doubled = [int(digit) * (1 + place % 2) for place, digit in enumerate(reversed(number))]
    return sum(digit - 9 if digit > 9 else digit for digit in doubled) % 10 == 0


with open(sys.argv[1] + '/src/lib/card-types.ts', encoding='utf-8') as file:
    source = file.read()
types = {
    name: ([(p, p) if isinstance(p, int) else tuple(p) for p in numbers(patterns)], numbers(lengths))
    for name, patterns, lengths in re.findall(
        r'\n    type: "([a-z-]+)",\n    patterns: (\[.*?\]),\n    gaps: .*?,\n    lengths: (\[.*?\]),', source, re.DOTALL)
}
choose = random.Random(19)
found = set()
for patterns, _ in types.values():
    for first, last in patterns:
        for length in range(12, 20):
            start = str(choose.choice([first, last, choose.randint(first, last)]))
            body = start + ''.join(choose.choice('0123456789') for _ in range(length - 1 - len(start)))
            found.add(next(body + digit for digit in '0123456789' if has_check_digit(body + digit)))


def has(number, name):
    patterns, lengths = types[name]
    return len(number) in lengths and any(
        first <= int(number[:len(str(first))]) <= last for first, last in patterns)


cases = [
    {'rule': json.dumps({'type': 'creditCard', 'brands': [brand]}), 'text': number, 'passes': has(number, name)}
    for number in sorted(found) for name, brand in BRANDS.items()
]
print(json.dumps({'suite': 'credit-card-type', 'cases': cases, 'leftOut': {}}))
