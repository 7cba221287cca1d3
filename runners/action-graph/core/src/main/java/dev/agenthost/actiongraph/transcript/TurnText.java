package dev.agenthost.actiongraph.transcript;

import static dev.agenthost.actiongraph.transcript.QuotedText.code;
import static dev.agenthost.actiongraph.transcript.QuotedText.fenced;
import static dev.agenthost.actiongraph.transcript.QuotedText.line;
import static dev.agenthost.actiongraph.transcript.QuotedText.plain;

import dev.agenthost.actiongraph.result.AggregateStatus;
import dev.agenthost.actiongraph.result.TextLimiter;
import dev.agenthost.actiongraph.transcript.ConversationTurn.AssistantAnswer;
import dev.agenthost.actiongraph.transcript.ConversationTurn.ProtocolRun;
import dev.agenthost.actiongraph.transcript.ConversationTurn.RejectedOutput;
import dev.agenthost.actiongraph.transcript.ConversationTurn.UserRequest;
import java.util.ArrayList;
import java.util.List;

/** Writes one turn. */
final class TurnText {
    static final String REQUEST = "## User request";
    static final String PROTOCOL = "## Assistant protocol request and runtime observations";
    static final String ANSWER = "## Assistant answer";

    /** Most tokens of a text in a turn of detail {@link TurnDetail#SHORT}. */
    static final int SHORT_TOKENS = 200;

    private static final int HEADER_TOKENS = 50;

    private final TextLimiter limiter;
    private final CallText callText;

    TurnText(TextLimiter limiter) {
        this.limiter = limiter;
        this.callText = new CallText(limiter);
    }

    /** @param index number of the turn, from 1 */
    String write(int index, ConversationTurn turn, TurnDetail detail) {
        String body =
                switch (turn) {
                    case UserRequest request -> REQUEST + "\n\n" + limited(request.text(), detail);
                    case AssistantAnswer answer -> ANSWER + "\n\n" + limited(answer.text(), detail);
                    case RejectedOutput error ->
                        PROTOCOL + "\n\nStatus: " + AggregateStatus.FAILED.wire() + "\n\n"
                                + limited(error.message(), detail);
                    case ProtocolRun run -> PROTOCOL + "\n\n" + run(run, detail);
                };
        return "<turn index=\"" + index + "\">\n" + body + "\n</turn>";
    }

    private String run(ProtocolRun run, TurnDetail detail) {
        List<String> blocks = new ArrayList<>();
        boolean isExact = detail == TurnDetail.EXACT;
        blocks.add(CallText.joined(
                "run_id: " + code(run.runId()),
                run.purpose() == null ? null : "Purpose: " + line(run.purpose()),
                "Status: " + run.status().wire(),
                run.reason() == null ? null : "Reason: " + line(run.reason()),
                isExact ? null : "Declaration: " + code("runtime://" + run.runId()),
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

    private String limited(String text, TurnDetail detail) {
        return switch (detail) {
            case EXACT, COMPRESSED -> plain(text);
            case SHORT, STATUS -> limiter.beginning(plain(text), SHORT_TOKENS);
            case HEADER, OMITTED -> limiter.beginning(plain(text), HEADER_TOKENS);
        };
    }
}
