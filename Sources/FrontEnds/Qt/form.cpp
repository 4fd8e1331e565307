/* A form in a window of Qt, on QtDBus alone: form FORM [ADDRESS]. Prints the values as JSON. It has the duties of a front
 * end: it shows only what formd says, sends each key at once, and opens the session again when formd comes back. */
#include <QtDBus>
#include <QtWidgets>
#include <iostream>
#include <unistd.h>

static const QString NAME = "org.formd.Forms1", ROOT = "/org/formd/Forms1", TOKEN = QString("qt_%1").arg(getpid());
static const QString SESSION = QString("%1/session/%2/%3").arg(ROOT).arg(getuid()).arg(TOKEN);
using Send = std::function<void(const QString &method, const QVariantList &arguments)>;

/* A line of text that is kept elsewhere: keys are sent, and what comes back is shown. */
struct Line : QLineEdit {
    explicit Line(Send send) : send(std::move(send)) {}
    void show(const QVariantMap &field) {
        if (isComposing) return;
        if (text() != field["Text"].toString()) setText(field["Text"].toString());
        /* Qt counts UTF-16, formd characters. */
        QList<uint> before = text().toUcs4().mid(0, field["Caret"].toUInt());
        setCursorPosition(int(QString::fromUcs4(reinterpret_cast<const char32_t *>(before.constData()), before.size()).size()));
        setEnabled(field["Enabled"].toBool());
        setStyleSheet(field["Valid"].toBool() ? "" : "border: 1px solid red");
    }
    void keyPressEvent(QKeyEvent *event) override {
        const QString unit = event->modifiers() & Qt::ControlModifier ? "word" : "character";
        const bool extends = event->modifiers() & Qt::ShiftModifier;
        const QMap<int, QPair<QString, QVariantList>> keys{
            {Qt::Key_Left, {"MoveCaret", {unit, -1, extends}}}, {Qt::Key_Right, {"MoveCaret", {unit, 1, extends}}},
            {Qt::Key_Home, {"MoveCaret", {"line", -1, extends}}}, {Qt::Key_End, {"MoveCaret", {"line", 1, extends}}},
            {Qt::Key_Backspace, {"Delete", {unit, -1}}}, {Qt::Key_Delete, {"Delete", {unit, 1}}},
            {Qt::Key_Return, {"PressReturn", {}}}};
        if (event->matches(QKeySequence::Paste)) send("PerformEditAction", {"paste", QGuiApplication::clipboard()->text()});
        else if (keys.contains(event->key())) send(keys[event->key()].first, keys[event->key()].second);
        else if (event->text().isEmpty() || !event->text()[0].isPrint()) event->ignore();
        else send("InsertText", {event->text()});
    }
    void inputMethodEvent(QInputMethodEvent *event) override {
        isComposing = !event->preeditString().isEmpty();
        send("SetComposition", {event->preeditString(), uint(event->preeditString().toUcs4().size())});
        if (!event->commitString().isEmpty()) send("InsertText", {event->commitString()});
        event->accept();
    }
    void focusInEvent(QFocusEvent *event) override {
        QLineEdit::focusInEvent(event);
        send("Focus", {});
    }
    Send send;
    bool isComposing = false;
};
class Form : public QWidget {
    Q_OBJECT
public:
    Form(const QDBusConnection &bus, const QString &form) : bus(bus), form(form) {
        for (QWidget *widget : {static_cast<QWidget *>(button), static_cast<QWidget *>(status)}) layout->addRow(widget);
        connect(button, &QPushButton::clicked, [this] {
            call(SESSION, "Session", "SubmitDocument", {}, [](const QDBusMessage &reply) {
                std::cout << reply.arguments().value(0).toString().toStdString() << std::endl;
                QCoreApplication::quit();
            });
        });
        this->bus.connect(NAME, SESSION, NAME + ".Session", "Changed", this, SLOT(take(QDBusMessage)));
        connect(&watcher, &QDBusServiceWatcher::serviceRegistered, this, &Form::follow);
        follow();
    }

private slots:
    void follow() {
        objects.clear();
        call(ROOT, "Manager", "OpenSession", {form, QVariantMap{{"token", TOKEN}, {"attach", true}}});
        call(SESSION, "Session", "Follow", {QVariantMap()}, [this](const QDBusMessage &reply) { take(reply, false); });
        call(SESSION, "Session", "FocusNext", {});
    }

    /* QtDBus may deliver a Changed before the answer of Follow that formd has sent earlier: what it brought is newer. */
    void take(const QDBusMessage &message, bool isNewer = true) {
        const auto changes = message.arguments().value(1).value<QDBusArgument>();
        changes.beginArray();
        while (!changes.atEnd()) {
            QString name;
            QVariantMap properties;
            changes.beginStructure();
            changes >> name >> properties;
            changes.endStructure();
            if (!isNewer) properties.insert(objects[name]);
            objects[name].insert(properties);
        }
        changes.endArray();
        draw();
    }

private:
    void call(const QString &path, const QString &interface, const QString &method, const QVariantList &arguments,
              std::function<void(const QDBusMessage &)> then = {}) {
        QDBusMessage message = QDBusMessage::createMethodCall(NAME, path, NAME + "." + interface, method);
        message.setArguments(arguments);
        moves += method == "Focus";
        auto *answer = new QDBusPendingCallWatcher(bus.asyncCall(message), this);
        connect(answer, &QDBusPendingCallWatcher::finished, [this, answer, then, method] {
            answer->deleteLater();
            moves -= method == "Focus";
            if (answer->isError()) status->setText(answer->error().message());
            else if (then) then(answer->reply());
        });
    }

    void draw() {
        const QVariantMap &session = objects[""];
        setWindowTitle(session["Title"].toString());
        button->setText(qdbus_cast<QMap<QString, QString>>(session["Labels"]).value("submit", "OK"));
        for (const QDBusObjectPath &path : qdbus_cast<QList<QDBusObjectPath>>(session["Fields"])) {
            QString name = path.path().section('/', -1);
            const QVariantMap &field = objects[name];
            if (field["Input"].toString() != "keyboard") continue;
            if (!lines.contains(name)) {
                lines[name] = new Line([this, path, name](const QString &method, const QVariantList &arguments) {
                    if (method == "Focus") focused = name;
                    call(path.path(), "Field", method, arguments);
                });
                layout->insertRow(layout->rowCount() - 2, field["Label"].toString(), lines[name]);
            }
            layout->setRowVisible(lines[name], field["Visible"].toBool());
            lines[name]->show(field);
            lines[name]->setToolTip(field["HintText"].toString());
            if (!field["Valid"].toBool()) status->setText(field["HintText"].toString());
        }
        /* While formd moves the focus as told here, it says where the focus was on the way. */
        const QString told = session["FocusedField"].toString();
        if (moves == 0 && told != std::exchange(focused, told) && lines.contains(told)) lines[told]->setFocus();
    }

    QDBusConnection bus;
    QString form, focused;
    QMap<QString, QVariantMap> objects; /* the known properties, by field; "" is the session */
    QMap<QString, Line *> lines;
    QFormLayout *layout = new QFormLayout(this);
    QPushButton *button = new QPushButton;
    QLabel *status = new QLabel;
    int moves = 0; /* of the focus, without an answer */
    QDBusServiceWatcher watcher{NAME, bus, QDBusServiceWatcher::WatchForRegistration};
};

int main(int argc, char **argv) {
    QApplication application(argc, argv);
    if (argc < 2) return 2;
    QDBusConnection bus = argc > 2 ? QDBusConnection::connectToBus(QString(argv[2]), "formd") : QDBusConnection::sessionBus();
    Form form(bus, argv[1]);
    form.show();
    return QApplication::exec();
}
#include "form.moc"
