package dev.agenthost.actiongraph.declaration;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The table of intents and payloads: the refusal of each pair that has no meaning. */
public final class IntentPayloads {
    private IntentPayloads() {}

    /** Returns the reason why the pair is refused, with the remedy; empty if it has a meaning. */
    public static Optional<String> refusal(Intent intent, PayloadType type) {
        return Optional.ofNullable(
                switch (intent) {
                    case EXECUTE, PLAN ->
                        switch (type) {
                            case ACTION_GRAPH, FINAL_REPORT_SPEC -> null;
                            case EXPAND_REF -> "an expansion runs no action; use intent expand_ref";
                            case DECISION -> "a decision runs no action; use intent decide";
                        };
                    case EXPAND_REF -> type == PayloadType.EXPAND_REF ? null : "expand_ref needs a payload with refs";
                    case CANCEL ->
                        type == PayloadType.DECISION
                                ? null
                                : "cancel needs a payload of type decision with run_id and \"decision\": \"abort\"";
                    case REVISE ->
                        type == PayloadType.ACTION_GRAPH
                                ? null
                                : "revise needs a payload of type action_graph with the run_id of the revised run";
                    case DECIDE -> type == PayloadType.DECISION ? null : "decide needs a payload of type decision";
                });
    }

    /** Returns the only payload of an intent, which may omit its type; empty if the intent has several. */
    static Optional<PayloadType> only(Intent intent) {
        List<PayloadType> permitted = Arrays.stream(PayloadType.values())
                .filter(type -> refusal(intent, type).isEmpty())
                .toList();
        return permitted.size() == 1 ? Optional.of(permitted.getFirst()) : Optional.empty();
    }
}
