package dev.agenthost.orchestrator.result;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.orchestrator.run.PendingResult;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.result.ResultPayload;
import java.util.List;

/** A runner may say anything, line by line: what is taken can be written, at most one result ends the run, and nothing comes after it. */
class ResultFuzzTest {
    @FuzzTest(maxDuration = "10s")
    void anyStreamEndsAtMostOnceAndWhatIsTakenCanBeWritten(FuzzedDataProvider input) {
        ResultIntake intake = new ResultIntake("r", DeltaMode.INCREMENT, input.consumeBoolean());
        boolean ended = false;
        for (String line : input.consumeRemainingAsString().split("\n")) {
            JsonNode tree;
            try {
                tree = ProtocolCodec.readTree(line);
            } catch (UndecodableException noJson) {
                continue;
            }
            boolean late = ended;
            List<ResultPayload> results =
                    switch (intake.take(tree, false)) {
                        case ResultDecision.Passes passes ->
                            passes.results().stream()
                                    .map(PendingResult::payload)
                                    .toList();
                        case ResultDecision.Applies applies ->
                            List.of(applies.result().payload());
                        case ResultDecision.Ends ends -> {
                            assertThat(ended).isFalse();
                            ended = true;
                            ResultDecision.Applies last = ends.last();
                            yield last == null
                                    ? ends.closing()
                                    : List.of(last.result().payload());
                        }
                    };
            assertThat(late && !results.isEmpty()).isFalse();
            results.forEach(result -> ProtocolCodec.encode(result));
        }
    }
}
