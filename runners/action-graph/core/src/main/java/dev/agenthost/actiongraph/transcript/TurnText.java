package dev.agenthost.actiongraph.transcript;

import static dev.agenthost.actiongraph.transcript.QuotedText.code;
import static dev.agenthost.actiongraph.transcript.QuotedText.fenced;
import static dev.agenthost.actiongraph.transcript.QuotedText.line;
import static dev.agenthost.actiongraph.transcript.QuotedText.plain;

import dev.agenthost.actiongraph.graph.ActionStatus;
import dev.agenthost.actiongraph.result.AggregateStatus;
import dev.agenthost.actiongraph.result.TextLimiter;
import dev.agenthost.actiongraph.transcript.ConversationTurn.AssistantAnswer;
import dev.agenthost.actiongraph.transcript.ConversationTurn.ProtocolRun;
import dev.agenthost.actiongraph.transcript.ConversationTurn.RejectedOutput;
import dev.agenthost.actiongraph.transcript.ConversationTurn.UserRequest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes one turn. */
final class TurnText {
    static final String REQUEST = "## User request";
    static final String PROTOCOL = "## Assistant protocol request and runtime observations";
    static final String ANSWER = "## Assistant answer";

    /** Most tokens of a text in a turn of detail {@link TurnDetail#SHORT}. */
    static final int SHORT_TOKENS = 200;

    /** Most tokens of a refused output. */
    static final int REFUSED_TOKENS = 4_000;

    private static final int HEADER_TOKENS = 50;
    /** Most blocked actions that an instruction names. */
    private static final int MOST_NAMED = 5;
    /** Most ignored parts of a declaration that are shown. */
    private static final int MOST_IGNORED = 5;

    private final TextLimiter limiter;
    private final CallText callText;

    TurnText(TextLimiter limiter) {
        this.limiter = limiter;
        this.callText = new CallText(limiter);
    }

    /** @param index position of the turn, from 0 */
    String write(List<ConversationTurn> turns, int index, TurnDetail detail) {
        String body =
                switch (turns.get(index)) {
                    case UserRequest request -> REQUEST + "\n\n" + limited(request.text(), detail);
                    case AssistantAnswer answer -> ANSWER + "\n\n" + limited(answer.text(), detail) + cut(answer);
                    case RejectedOutput error -> PROTOCOL + "\n\n" + rejected(error, detail);
                    case ProtocolRun run -> PROTOCOL + "\n\n" + run(run, detail, isContinued(turns, index, run));
                };
        return "<turn index=\"" + (index + 1) + "\">\n" + body + "\n</turn>";
    }

    /** Returns true if a later turn has a newer state of the run. */
    private static boolean isContinued(List<ConversationTurn> turns, int index, ProtocolRun run) {
        return turns.subList(index + 1, turns.size()).stream()
                .anyMatch(later ->
                        later instanceof ProtocolRun newer && newer.runId().equals(run.runId()));
    }

    private static String cut(AssistantAnswer answer) {
        return answer.cut() == null
                ? ""
                : "\n\nThe answer above was cut off by the provider (" + line(answer.cut()) + "): it is incomplete.";
    }

    private String rejected(RejectedOutput error, TurnDetail detail) {
        List<String> blocks = new ArrayList<>();
        blocks.add("Status: " + AggregateStatus.FAILED.wire());
        blocks.add(limited(error.message(), detail));
        String output =
                switch (detail) {
                    case EXACT, COMPRESSED -> limiter.beginning(error.output(), REFUSED_TOKENS);
                    case SHORT -> limiter.beginning(error.output(), SHORT_TOKENS);
                    case STATUS, HEADER, OMITTED -> "";
                };
        if (!output.isBlank()) {
            blocks.add("### Refused output");
            blocks.add(fenced("md", output));
        }
        return String.join("\n\n", blocks);
    }

    private String run(ProtocolRun run, TurnDetail detail, boolean isContinued) {
        List<String> blocks = new ArrayList<>();
        boolean isExact = detail == TurnDetail.EXACT;
        blocks.add(CallText.joined(
                "run_id: " + code(run.runId()),
                run.purpose() == null ? null : "Purpose: " + line(run.purpose()),
                "Status: " + run.status().wire(),
                run.reason() == null ? null : "Reason: " + line(run.reason()),
                detail == TurnDetail.HEADER ? null : ignored(run.ignored()),
                isExact || !declaresActions(run) ? null : "Declaration: " + code("runtime://" + run.runId()),
                isContinued ? null : next(run),
                detail == TurnDetail.HEADER ? "Calls: " + run.calls().size() : null));
        if (isExact && run.declaration() != null) {
            blocks.add("### Declaration");
            blocks.add(fenced("md", run.declaration()));
        }
        if (detail != TurnDetail.HEADER) {
            boolean repeatsInput = run.declaration() == null;
            run.calls().forEach(call -> blocks.add(callText.write(call, detail, repeatsInput)));
        }
        return String.join("\n\n", blocks);
    }

    /** Returns true if the run has a graph, to whose declaration a reference leads. */
    private static boolean declaresActions(ProtocolRun run) {
        return run.calls().stream().anyMatch(ObservedCall.OfAction.class::isInstance);
    }

    private static @Nullable String ignored(List<String> parts) {
        if (parts.isEmpty()) {
            return null;
        }
        String more = parts.size() > MOST_IGNORED ? "; and " + (parts.size() - MOST_IGNORED) + " more" : "";
        return "Ignored: " + line(String.join("; ", parts.subList(0, Math.min(MOST_IGNORED, parts.size())))) + more;
    }

    /** The instruction of a blocked run; a run that waits for a person has none that the model can follow. */
    private static @Nullable String next(ProtocolRun run) {
        List<String> blocked = run.calls().stream()
                .filter(call -> call instanceof ObservedCall.OfAction action
                        && action.observation().status() == ActionStatus.BLOCKED)
                .map(call -> code(call.id()))
                .toList();
        if (blocked.isEmpty()) {
            return run.status() == AggregateStatus.BLOCKED ? "Next: a person has to answer" : null;
        }
        String shown = String.join(", ", blocked.subList(0, Math.min(MOST_NAMED, blocked.size())));
        String more = blocked.size() > MOST_NAMED ? " and " + (blocked.size() - MOST_NAMED) + " more" : "";
        return "Next: decide about " + shown + more + " with intent `decide`: retry, skip, continue or abort";
    }

    private String limited(String text, TurnDetail detail) {
        return switch (detail) {
            case EXACT, COMPRESSED -> plain(text);
            case SHORT, STATUS -> limiter.beginning(plain(text), SHORT_TOKENS);
            case HEADER, OMITTED -> limiter.beginning(plain(text), HEADER_TOKENS);
        };
    }
}
