// Writes what survey-core says of a survey after random answers: the facts that JudgeTests compares forms with.
//
//     node survey.js SURVEY-CORE SURVEY [SEED [STEPS]] > FACTS
//
// SURVEY-CORE is the module survey-core, whose sources are at https://github.com/surveyjs/survey-library.
'use strict';
const fs = require('fs');
const [core, file, seed = '1', steps = '40'] = process.argv.slice(2);
const { Model } = require(core);
const survey = JSON.parse(fs.readFileSync(file, 'utf8'));

let state = Number(seed);
const random = count => {
  state = (state * 1103515245 + 12345) % 2147483648;
  return Math.floor(state / 65536) % count;
};

// The value that a question gets, and the text that the field of a form gets.
const answer = question => {
  const choices = (question.choices || []).map(choice => choice.value).filter(value => typeof value !== 'object');
  switch (question.getType()) {
    case 'radiogroup': case 'dropdown': {
      if (!choices.length) return null;
      const value = choices[random(choices.length)];
      return [value, String(value)];
    }
    case 'checkbox': {
      const value = choices.filter(() => random(2) === 1);
      return [value, JSON.stringify(value.map(String))];
    }
    case 'rating': {
      const values = question.visibleRateValues.map(choice => choice.value);
      const value = values[random(values.length)];
      return [value, String(value)];
    }
    case 'boolean': {
      const value = random(2) === 1;
      return [value, String(value)];
    }
    case 'text': {
      const type = question.inputType;
      if (type === 'number') {
        const value = random(40) - 5;
        return [value, String(value)];
      }
      if (type === 'date') {
        const value = `20${10 + random(20)}-0${1 + random(9)}-1${random(10)}`;
        return [value, value];
      }
      if (type !== 'text') return null;
    }
    // falls through
    case 'comment': {
      const value = ['', 'x', 'yes', 'no', '7', 'a b'][random(6)];
      return [value, value];
    }
  }
  return null;
};

const model = new Model(survey);
const questions = model.getAllQuestions(false);
const record = () => ({
  visible: questions.filter(question => question.isVisible && question.isParentVisible).map(question => question.name),
  required: questions.filter(question => question.isRequired).map(question => question.name),
  values: Object.fromEntries(questions.filter(question => question.getType() === 'expression')
    .map(question => [question.name, question.value === undefined || question.value === null ? '' : String(question.value)])),
});
const facts = { survey, steps: [record()] };
for (let step = 0; step < Number(steps); step += 1) {
  const open = questions.filter(question => question.isVisible && question.isParentVisible && !question.isReadOnly);
  if (!open.length) break;
  const question = open[random(open.length)];
  const given = answer(question);
  if (!given) continue;
  question.value = given[0];
  facts.steps.push({ question: question.name, text: given[1], ...record() });
}
process.stdout.write(JSON.stringify(facts) + '\n');
