package dev.agenthost.orchestrator.result;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.run.ExecutionOutcome;
import dev.agenthost.orchestrator.run.PendingResult;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.result.MessageCompleted;
import dev.agenthost.protocol.result.MessageDelta;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.result.RunFailed;
import java.util.ArrayList;
import java.util.List;

/** The results of one run, taken one after another. */
abstract class IntakeOfOneRun {
    static final String RUN = "661da531-0000-4000-8000-000000000001";
    static final String STOP = "{\"finish_reason\":\"stop\"}";
    ResultIntake intake = new ResultIntake(RUN, DeltaMode.INCREMENT, false);
    int sequence;

    ResultDecision delta(String text) {
        return take("message.delta", chunk(text));
    }

    ResultDecision at(int number, String text) {
        ObjectNode frame = frame("message.completed", message(text));
        return intake.take(frame.put("sequence", number), false);
    }

    ResultDecision take(String type, String data) {
        return intake.take(frame(type, data), false);
    }

    ObjectNode frame(String type, String data) {
        ObjectNode frame = JsonNodeFactory.instance.objectNode();
        frame.put("run_id", RUN).put("type", type).set("data", tree(data));
        return frame.put("sequence", ++sequence);
    }

    static String chunk(String text) {
        return "{\"chunk\":{\"role\":\"assistant\",\"content\":\"" + text + "\"}}";
    }

    static String message(String text) {
        return "{\"message\":{\"role\":\"assistant\",\"content\":\"" + text + "\"}}";
    }

    static RunFailed failure(ResultDecision taken) {
        return ((ExecutionOutcome.Failed) ((ResultDecision.Ends) taken).ending()).payload();
    }

    static List<String> said(ResultDecision taken) {
        List<String> said = new ArrayList<>();
        List<ResultPayload> results =
                switch (taken) {
                    case ResultDecision.Passes passes ->
                        passes.results().stream().map(PendingResult::payload).toList();
                    case ResultDecision.Applies applies ->
                        List.of(applies.result().payload());
                    case ResultDecision.Ends(
                            List<ResultPayload> closing,
                            ResultDecision.Applies last,
                            ExecutionOutcome ending,
                            List<String> warnings) ->
                        last == null ? closing : List.of(last.result().payload());
                };
        results.forEach(result -> said.add(text(result)));
        if (taken instanceof ResultDecision.Ends ends) {
            said.add(
                    switch (ends.ending()) {
                        case ExecutionOutcome.Completed c ->
                            "completed " + c.payload().finishReason()
                                    + (c.payload().message() == null
                                            ? ""
                                            : ": " + c.payload().message().plainText());
                        case ExecutionOutcome.Failed f ->
                            "failed " + f.payload().code();
                        default -> "?";
                    });
        }
        return said;
    }

    static String text(ResultPayload payload) {
        return switch (payload) {
            case MessageDelta delta -> "'" + delta.chunk().plainText() + "'";
            case MessageCompleted completed -> completed.message().plainText();
            default -> payload.type();
        };
    }

    static JsonNode tree(String json) {
        try {
            return ProtocolCodec.readTree(json);
        } catch (UndecodableException e) {
            throw new IllegalArgumentException(json, e);
        }
    }
}
