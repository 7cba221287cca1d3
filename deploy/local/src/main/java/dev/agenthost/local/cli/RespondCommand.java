package dev.agenthost.local.cli;

import dev.agenthost.local.client.ApiClient;
import dev.agenthost.local.client.LiveStreamClient;
import dev.agenthost.local.client.OpenQuestion;
import dev.agenthost.local.client.QuestionClient;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "respond",
        description = {
            "Responds to an open question of a conversation, and prints the answer as it streams.",
            "Without BUTTON and --field it lists the open questions.",
            "Exit code 0: listed, answered, or waits again; 1: refused or not answered. Ctrl-C stops watching, not the run."
        },
        mixinStandardHelpOptions = true)
final class RespondCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(
            arity = "0..1",
            paramLabel = "BUTTON",
            description = "The id or the label of a button, such as approve.")
    private @Nullable String button;

    @Mixin
    private final ConversationOptions conversation = new ConversationOptions();

    @Option(names = "--question", paramLabel = "ID", description = "The question (default: the only one that is open).")
    private @Nullable String question;

    @Option(
            names = "--field",
            paramLabel = "ID=VALUE",
            description = "The value of a field; several values of a multiselect are separated by commas.")
    private final Map<String, String> fields = new LinkedHashMap<>();

    @Option(
            names = "--actor",
            paramLabel = "A",
            description = "The id of the person who responds (default: the first one whom the question names).")
    private @Nullable String actor;

    @Override
    public Integer call() throws Exception {
        var api = conversation.api();
        if (api.isEmpty()) {
            return KeyApiClient.notRunning();
        }
        var printer = AnswerPrinter.of(spec);
        var questions = new QuestionClient(api.get());
        List<OpenQuestion> open = questions.open(conversation.bot(), conversation.conversation());
        if (button == null && fields.isEmpty()) {
            return list(printer, open);
        }
        List<OpenQuestion> meant = open.stream()
                .filter(one -> question == null || one.id().equals(question))
                .toList();
        if (meant.size() != 1) {
            return printer.failed(
                    meant.isEmpty()
                            ? "There is no such open question in conversation " + conversation.conversation()
                                    + " with bot " + conversation.bot() + "."
                            : "Several questions are open. Name one of them with --question: " + ids(meant));
        }
        return fault(meant.getFirst()).isEmpty()
                ? respond(printer, api.get(), questions, meant.getFirst())
                : printer.failed(fault(meant.getFirst()));
    }

    private int list(AnswerPrinter printer, List<OpenQuestion> open) {
        open.forEach(one -> printer.out().print(one.lines()));
        if (open.isEmpty()) {
            printer.out()
                    .println("No question is open in conversation " + conversation.conversation() + " with bot "
                            + conversation.bot() + ".");
        }
        printer.out().flush();
        return CommandContext.OK;
    }

    /** The reason why the button does not fit; empty if it does. */
    private String fault(OpenQuestion asked) {
        if (button != null && asked.button(button).isEmpty()) {
            return asked.request().actions().isEmpty()
                    ? "The question has no buttons. Fill in its fields with --field."
                    : "The question has no button " + button + ", but: " + asked.buttons();
        }
        List<String> missing = asked.missing(fields);
        return missing.isEmpty()
                ? ""
                : "The question needs a value for: " + String.join(", ", missing) + ". Add --field "
                        + missing.getFirst() + "=VALUE.";
    }

    private int respond(AnswerPrinter printer, ApiClient api, QuestionClient questions, OpenQuestion asked)
            throws IOException, InterruptedException {
        String person = actor == null ? asked.actors().stream().findFirst().orElse(null) : actor;
        printer.knows(questions.views(conversation.bot(), conversation.conversation()));
        String id = button == null ? null : asked.button(button).orElse(button);
        var stream = questions.respond(asked, id, fields, person);
        return printer.print(new LiveStreamClient(api.http(), stream, api.key()), conversation.remedy(api));
    }

    private static String ids(List<OpenQuestion> questions) {
        return questions.stream().map(OpenQuestion::id).collect(Collectors.joining(", "));
    }
}
