package dev.agenthost.local.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.message.Message;
import dev.agenthost.protocol.result.ActionRequested;
import dev.agenthost.protocol.result.ArtifactCreated;
import dev.agenthost.protocol.result.DecodeResult;
import dev.agenthost.protocol.result.InteractionRequest;
import dev.agenthost.protocol.result.MessageCompleted;
import dev.agenthost.protocol.result.MessageDelta;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.result.RunCompleted;
import dev.agenthost.protocol.result.RunFailed;
import dev.agenthost.protocol.result.RunStarted;
import dev.agenthost.protocol.result.RunUnanswered;
import dev.agenthost.protocol.result.StateUpdated;
import dev.agenthost.protocol.result.ToolCallCompleted;
import dev.agenthost.protocol.result.ToolCallStarted;
import dev.agenthost.protocol.result.UiProjection;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The text of a run on a terminal, result by result.
 *
 * @param shown the part of the current message that is on the screen
 * @param actions the actions of graphs that are on the screen
 * @param said messages and questions of this attempt
 * @param earlier those of earlier attempts, which a later attempt may repeat: they are on the screen
 * @param end outcome of the run; null until it has ended
 */
public record AnswerRendering(
        String shown,
        ActionLines actions,
        List<String> said,
        List<String> earlier,
        @Nullable End end) {
    public AnswerRendering {
        said = List.copyOf(said);
        earlier = List.copyOf(earlier);
    }

    /** The text to print now, and the state after it. */
    public record Step(String print, AnswerRendering next) {}

    /**
     * @param complaint the sentence for a person if the run did not complete, else empty
     * @param waits true if an event of the host, such as the response to a question, starts a run that goes on
     */
    public record End(String complaint, boolean waits) {}

    /** The screen before the first result. */
    public static AnswerRendering nothingYet() {
        return new AnswerRendering("", ActionLines.NONE, List.of(), List.of(), null);
    }

    /** The screen of a person who knows these views of graphs: only what changes from now on is printed. */
    public static AnswerRendering knowing(Iterable<JsonNode> views) {
        ActionLines actions = ActionLines.NONE;
        for (JsonNode view : views) {
            actions = actions.after(view).next();
        }
        return new AnswerRendering("", actions, List.of(), List.of(), null);
    }

    /** Applies the next result. */
    public Step after(DecodeResult result) {
        return switch (result) {
            case DecodeResult.Known known -> after(known.payload());
            case DecodeResult.Unknown unknown -> nothing();
            case DecodeResult.Malformed malformed -> nothing();
        };
    }

    private Step after(ResultPayload payload) {
        return switch (payload) {
            case MessageDelta delta -> append(delta.chunk().plainText());
            case MessageCompleted completed -> whole(completed.message().plainText());
            case RunStarted started -> attempt();
            case RunCompleted completed -> completed(completed);
            case RunFailed failed -> ended(sentence(failed));
            case RunUnanswered unanswered ->
                ended("Nobody answered: " + unanswered.reason().name().toLowerCase(Locale.ROOT)
                        + (unanswered.detail().isEmpty() ? "" : " (" + unanswered.detail() + ")"));
            case ToolCallStarted call -> nothing();
            case ToolCallCompleted call -> nothing();
            case ArtifactCreated created -> nothing();
            case StateUpdated updated -> nothing();
            case ActionRequested requested ->
                switch (requested.action()) {
                    case UiProjection.ACTION -> actions(requested);
                    case InteractionRequest.ACTION -> question(requested);
                    default -> nothing();
                };
        };
    }

    /** A later attempt begins: it emits the text of its answer again, and may repeat messages. */
    private Step attempt() {
        List<String> before = new ArrayList<>(earlier);
        before.addAll(said);
        return new Step(shown.isEmpty() ? "" : "\n", new AnswerRendering("", actions, List.of(), before, null));
    }

    /** Lines between two deltas of a message begin on a line of their own, and the message goes on below. */
    private Step actions(ActionRequested requested) {
        ActionLines.Printed printed = actions.after(requested.payload());
        String before = shown.isEmpty() || printed.lines().isEmpty() ? "" : "\n";
        return new Step(before + printed.lines(), new AnswerRendering(shown, printed.next(), said, earlier, end));
    }

    private Step nothing() {
        return new Step("", this);
    }

    private Step append(String more) {
        return new Step(more, new AnswerRendering(shown + more, actions, said, earlier, null));
    }

    /** The whole text replaces the shown text if the two differ. */
    private Step whole(String text) {
        if (shown.isEmpty() && earlier.contains(text)) {
            return nothing();
        }
        var print = text.startsWith(shown) ? text.substring(shown.length()) : "\n" + text;
        return new Step(print + "\n", saying(text));
    }

    private AnswerRendering saying(String text) {
        List<String> now = new ArrayList<>(said);
        now.add(text);
        return new AnswerRendering("", actions, now, earlier, end);
    }

    private Step completed(RunCompleted completed) {
        Message last = completed.message();
        String rest = shown.isEmpty() ? "" : "\n";
        return new Step(last == null ? rest : whole(last.plainText()).print(), ended(new End("", completed.waits())));
    }

    /** A question begins on a line of its own. */
    private Step question(ActionRequested requested) {
        String lines = QuestionLines.of(requested.payload());
        String before = shown.isEmpty() ? "" : "\n";
        return earlier.contains(lines) ? new Step(before, ended(end)) : new Step(before + lines, saying(lines));
    }

    private Step ended(String complaint) {
        return new Step(shown.isEmpty() ? "" : "\n", ended(new End(complaint, false)));
    }

    private AnswerRendering ended(@Nullable End outcome) {
        return new AnswerRendering("", actions, said, earlier, outcome);
    }

    private static String sentence(RunFailed failed) {
        var step = failed.userMessage();
        return step != null
                ? step
                : FailureCode.ofWire(failed.code())
                        .orElse(FailureCode.RUNTIME_ERROR)
                        .sentence();
    }
}
