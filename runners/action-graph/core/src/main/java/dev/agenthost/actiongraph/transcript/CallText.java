package dev.agenthost.actiongraph.transcript;

import static dev.agenthost.actiongraph.transcript.QuotedText.code;
import static dev.agenthost.actiongraph.transcript.QuotedText.fenced;
import static dev.agenthost.actiongraph.transcript.QuotedText.line;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.action.ExecutorRequest;
import dev.agenthost.actiongraph.action.ExecutorType;
import dev.agenthost.actiongraph.result.ActionObservation;
import dev.agenthost.actiongraph.result.ExecutorId;
import dev.agenthost.actiongraph.result.PrettyJson;
import dev.agenthost.actiongraph.result.ResultPresentation;
import dev.agenthost.actiongraph.result.ResultStatus;
import dev.agenthost.actiongraph.result.TextLimiter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes a call and its result. The result repeats no parameter. */
final class CallText {
    private final TextLimiter limiter;

    CallText(TextLimiter limiter) {
        this.limiter = limiter;
    }

    /** @param repeatsInput true if no declaration of the same turn shows the input */
    String write(ObservedCall call, TurnDetail detail, boolean repeatsInput) {
        List<String> lines = new ArrayList<>();
        lines.add("### Call " + call.id());
        switch (call) {
            case ObservedCall.OfAction action -> addAction(action, detail, repeatsInput, lines);
            case ObservedCall.OfExpansion expansion -> addExpansion(expansion, detail, lines);
        }
        return String.join("\n\n", lines);
    }

    private void addAction(ObservedCall.OfAction call, TurnDetail detail, boolean repeatsInput, List<String> blocks) {
        Action action = call.action();
        String facts = facts(action, detail);
        if (!facts.isEmpty()) {
            blocks.add(facts);
        }
        JsonNode input = action.input().value();
        ExecutorRequest executor = action.executor();
        if (detail == TurnDetail.EXACT && repeatsInput && executor != null && input != null) {
            String type = executor.type() == null ? "call" : executor.type().wire();
            blocks.add(fenced(
                    "shell", type + " " + executor.target() + " <<'JSON'\n" + PrettyJson.pretty(input) + "\nJSON"));
        }
        ActionObservation observation = call.observation();
        ResultPresentation content = observation.content();
        blocks.add("### Result for " + action.id());
        blocks.add(joined(
                "Status: " + ResultStatus.of(observation.status()).wire(),
                usedExecutor(action, observation),
                labelled("Artifacts: ", observation.reference()),
                labelled("Reason: ", observation.reason()),
                note(content)));
        addContent(content.content(), content instanceof ResultPresentation.Structured ? "json" : "md", detail, blocks);
    }

    private void addExpansion(ObservedCall.OfExpansion call, TurnDetail detail, List<String> blocks) {
        blocks.add(joined(
                "Operation: " + code("expand_reference"),
                "Reference: " + code(call.ref().reference().toString()),
                labelled("Reason: ", call.ref().reason())));
        blocks.add("### Result for " + call.id());
        blocks.add(joined("Status: " + ResultStatus.of(call.status()).wire(), labelled("Reason: ", call.reason())));
        addContent(call.text(), "md", detail, blocks);
    }

    private void addContent(String content, String label, TurnDetail detail, List<String> blocks) {
        String shown =
                switch (detail) {
                    case EXACT, COMPRESSED -> content;
                    case SHORT -> limiter.beginning(content, TurnText.SHORT_TOKENS);
                    case STATUS, HEADER, OMITTED -> "";
                };
        if (!shown.isEmpty()) {
            blocks.add(fenced(label, shown));
        }
    }

    /** A compressed call repeats its description, because no declaration shows it. */
    private static String facts(Action action, TurnDetail detail) {
        boolean describes = detail != TurnDetail.EXACT;
        return joined(
                describes ? labelled("Title: ", action.description().title()) : null,
                describes ? labelled("Description: ", action.description().text()) : null,
                executor(action),
                action.description().operation() == null
                        ? null
                        : "Operation: " + code(action.description().operation()),
                action.dependsOn().isEmpty()
                        ? null
                        : "Depends: "
                                + action.dependsOn().stream()
                                        .map(QuotedText::code)
                                        .collect(Collectors.joining(", ")));
    }

    private static @Nullable String executor(Action action) {
        ExecutorRequest executor = action.executor();
        if (executor == null) {
            return null;
        }
        ExecutorType type = executor.type();
        if (type == null) {
            return "Executor: " + code(executor.target());
        }
        if (!executor.isAuto() && type == ExecutorType.TOOL) {
            return "Tool: " + code(executor.target());
        }
        if (!executor.isAuto() && type == ExecutorType.AGENT) {
            return "Agent: " + code(executor.target());
        }
        return "Executor: " + code(type.wire() + ":" + executor.target());
    }

    /** The executor of a call that names none, or another one. The specification shows none for {@code auto}. */
    private static @Nullable String usedExecutor(Action action, ActionObservation observation) {
        ExecutorRequest requested = action.executor();
        ExecutorId used = observation.executor();
        boolean isAsCalled = requested != null
                && (requested.isAuto() || (used != null && requested.target().equals(used.name())));
        return used == null || isAsCalled ? null : "Executor: " + code(used.toString());
    }

    private static @Nullable String note(ResultPresentation content) {
        if (!(content instanceof ResultPresentation.Omitted omitted)) {
            return null;
        }
        return switch (omitted.reason()) {
            case VISIBILITY -> "Content: not visible to the model";
            case BUDGET -> "Content: omitted, it exceeds the token budget";
            case POLICY, NO_FAILURE, NO_OUTPUT, NOT_ENDED -> null;
        };
    }

    private static @Nullable String labelled(String label, @Nullable String text) {
        return text == null || text.isBlank() ? null : label + line(text);
    }

    static String joined(@Nullable String... lines) {
        List<String> present = new ArrayList<>();
        for (String line : lines) {
            if (line != null) {
                present.add(line);
            }
        }
        return String.join("\n", present);
    }
}
