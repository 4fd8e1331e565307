"""Prints texts that the Unicode CLDR's patterns of postal codes match, and others that differ little from them.

Usage: cldr.py FOLDER, the folder of a copy of CLDR 26, the last release with `postalCodeData.xml`.
"""

import json
import random
import re
import string
import sys
import xml.etree.ElementTree
from re import _constants as kinds
from re import _parser as parser

MOST = 2  # of a part that may be repeated without a bound


def matching(pattern, choose):
    """A text that a parsed pattern matches."""
    text = ''
    for kind, value in pattern:
        if kind is kinds.LITERAL:
            text += chr(value)
        elif kind is kinds.IN:
            text += member(choose.choice(value), choose)
        elif kind is kinds.BRANCH:
            text += matching(choose.choice(value[1]), choose)
        elif kind is kinds.SUBPATTERN:
            text += matching(value[-1], choose)
        elif kind in (kinds.MAX_REPEAT, kinds.MIN_REPEAT):
            least, most, inner = value
            for _ in range(choose.randint(least, min(most, least + MOST))):
                text += matching(inner, choose)
        else:
            raise ValueError(f'{kind}: no pattern of CLDR has this')
    return text


def member(value, choose):
    kind, inner = value
    if kind is kinds.LITERAL:
        return chr(inner)
    if kind is kinds.RANGE:
        return chr(choose.randint(*inner))
    return choose.choice(string.digits)


def changed(text, choose):
    place = choose.randrange(len(text))
    other = choose.choice(string.digits if choose.random() < 0.7 else string.ascii_uppercase)
    return text[:place] + choose.choice(['', other, other + text[place]]) + text[place + 1:]


cases = []
tree = xml.etree.ElementTree.parse(sys.argv[1] + '/common/supplemental/postalCodeData.xml')
for element in tree.iter('postCodeRegex'):
    country, pattern = element.get('territoryId'), element.text
    choose = random.Random(country)
    parsed = parser.parse(pattern)
    texts = {text: None for text in (matching(parsed, choose) for _ in range(40)) if text}
    for text in list(texts):
        texts[changed(text, choose)] = None
    rule = json.dumps({'type': 'postalCode', 'countries': [country]})
    cases += [{'rule': rule, 'text': text, 'passes': bool(re.fullmatch(pattern, text))} for text in texts if text]
print(json.dumps({'suite': 'CLDR', 'cases': cases, 'leftOut': {}}))
