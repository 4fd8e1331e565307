"""Prints what python-stdnum says of numbers: those of its examples, and random ones that differ little from them.

Usage: stdnum.py FOLDER, the folder of a copy of python-stdnum.
"""

import glob
import importlib
import json
import random
import re
import string
import sys

folder = sys.argv[1]
sys.path.insert(0, folder)

VAT = {
    'CH': 'ch.vat', 'GB': 'gb.vat', 'NO': 'no.mva',
    **{c.upper(): f'{c}.{m}' for c, m in {
        'at': 'uid', 'be': 'vat', 'bg': 'vat', 'cy': 'vat', 'cz': 'dic', 'de': 'vat', 'dk': 'cvr', 'ee': 'kmkr',
        'es': 'nif', 'fi': 'alv', 'fr': 'tva', 'gr': 'vat', 'hr': 'oib', 'hu': 'anum', 'ie': 'vat', 'it': 'iva',
        'lt': 'pvm', 'lu': 'tva', 'lv': 'pvn', 'mt': 'vat', 'nl': 'btw', 'pl': 'nip', 'pt': 'nif', 'ro': 'cf',
        'se': 'vat', 'si': 'ddv', 'sk': 'dph',
    }.items()},
}
PREFIXES = {'GR': 'EL', 'CH': 'CHE'}
TAX_ID = {
    'AR': ['ar.cuit'], 'AU': ['au.abn', 'au.tfn'], 'BR': ['br.cpf', 'br.cnpj'], 'CA': ['ca.sin'], 'CH': ['ch.ssn'],
    'CL': ['cl.rut'], 'CN': ['cn.ric'], 'CZ': ['cz.rc'], 'DE': ['de.idnr'], 'EE': ['ee.ik'], 'ES': ['es.nif'],
    'FI': ['fi.hetu'], 'FR': ['fr.nif'], 'GR': ['gr.vat'], 'HR': ['hr.oib'], 'IE': ['ie.pps'], 'IL': ['il.idnr'],
    'IS': ['is_.kennitala'], 'IT': ['it.codicefiscale'], 'KR': ['kr.rrn'], 'LT': ['lt.asmens'], 'LV': ['lv.pvn'],
    'NL': ['nl.bsn'], 'NO': ['no.fodselsnummer'], 'PL': ['pl.pesel', 'pl.nip'], 'PT': ['pt.nif'], 'RO': ['ro.cnp'],
    'RU': ['ru.inn'], 'SE': ['se.orgnr', 'se.personnummer'], 'SI': ['si.ddv'], 'SK': ['sk.rc'], 'TH': ['th.pin'],
    'TR': ['tr.tckimlik', 'tr.vkn'], 'UA': ['ua.rntrc'], 'ZA': ['za.idnr'],
}
OTHERS = {'luhn': 'luhn', 'iban': 'iban', 'bic': 'bic', 'isbn': 'isbn', 'issn': 'issn', 'gtin': 'ean'}


def compact(one, text):
    return one.compact(text) if hasattr(one, "compact") else text.replace(" ", "").replace("-", "")


def module(name):
    return importlib.import_module('stdnum.' + name)


def examples(name):
    """The texts in quotation marks in a module's documentation and in its tests."""
    texts = [module(name).__doc__]
    for path in glob.glob(f'{folder}/tests/test_{name.replace(".", "_")}.doctest'):
        with open(path, encoding='utf-8') as file:
            texts.append(file.read())
    found = []
    for text in texts:
        found += re.findall(r"'([^'\n]{4,40})'", text)
        found += re.findall(r'^\.\.\. ([0-9A-Z][0-9A-Z ./-]{5,30})$', text, re.MULTILINE)
        found += re.findall(r'^>?[. ]*([0-9A-Z][0-9A-Z./-]{5,20})$', text, re.MULTILINE)
    return list(dict.fromkeys(found))


def changed(number, choose):
    """The number with one to three other characters of the same kind."""
    characters = list(number)
    for _ in range(choose.randint(1, 3)):
        place = choose.randrange(len(characters))
        if characters[place].isdigit():
            characters[place] = choose.choice(string.digits)
        elif characters[place].isalpha():
            characters[place] = choose.choice(string.ascii_uppercase)
    return ''.join(characters)


def mended(number, is_valid, choose):
    """A valid number that differs in one or two characters; the number itself if there is none."""
    places = list(range(len(number)))
    choose.shuffle(places)
    for place in [len(number) - 1] + places:
        kind = string.digits if number[place].isdigit() else string.ascii_uppercase
        if not number[place].isalnum():
            continue
        for character in kind:
            other = number[:place] + character + number[place + 1:]
            if is_valid(other):
                return other
    return number


def rows(rule, names, count, prefix=None):
    modules = [module(name) for name in names]
    choose = random.Random(rule)

    def is_valid(number):
        try:
            return any(one.is_valid(number) for one in modules)
        except (KeyError, IndexError, ValueError):  # some modules have no answer to some texts
            return False

    texts = [text for name in names for text in examples(name)]
    for one, name in zip(modules, names):
        seeds = []
        for text in examples(name):
            if text.isascii() and is_valid(text) and is_valid(compact(one, text)):
                seeds.append(compact(one, text))
        for _ in range(count if seeds else 0):
            number = changed(choose.choice(seeds), choose)
            if choose.random() < 0.15:
                place = choose.randrange(len(number))
                number = number[:place] + choose.choice(['', number[place] * 2]) + number[place + 1:]
            if choose.random() < 0.7:
                number = mended(number, is_valid, choose)
            texts.append(number)
    # The country's letters and those behind the number alone and together.
    for text in list(texts) if prefix else []:
        if is_valid(text) and choose.random() < 0.1:
            number = re.sub(f'^{prefix}', '', text)
            texts += [number, re.sub('(MVA|MWST|TVA|IVA|TPV)$', '', number), re.sub('(MVA|MWST|TVA|IVA|TPV)$', '', text)]
    for text in dict.fromkeys(texts):
        if prefix and not text.startswith(prefix) and choose.random() < 0.5 and is_valid(prefix + text):
            text = prefix + text
        # A valid number written with separators has them removed: which separators count is not compared.
        if is_valid(text) and not text.isalnum() and set(text) & set(' .-/:'):
            short = [compact(one, text) for one in modules]
            text = next((number for number in short if is_valid(number)), text)
        yield {'rule': rule, 'text': text, 'passes': is_valid(text)}


cases = []
for country, name in sorted(VAT.items()):
    rule = json.dumps({'type': 'vat', 'countries': [country]})
    cases += rows(rule, [name], 300, PREFIXES.get(country, country))
for country, names in sorted(TAX_ID.items()):
    cases += rows(json.dumps({'type': 'taxId', 'countries': [country]}), names, 400)
for name, other in OTHERS.items():
    cases += rows(json.dumps({'type': name}), [other], 400)
print(json.dumps({'suite': 'python-stdnum', 'cases': cases, 'leftOut': {}}))
