package dev.agenthost.orchestrator.interaction;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.event.InteractionSubmission;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SubmissionEventsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            approve | {'priority':'urgent','quiet':true} | Deploy?/Approve/Priority: Urgent/Quiet: true
            approve | {'regions':['us','eu','fr']}       | Deploy?/Approve/Regions: US, EU, fr
            reject  | {'note':null}                      | Deploy?/Reject
                    | {}                                 | Deploy?
            """)
    void theResponseNamesItsQuestion(String action, String values, String lines) throws UndecodableException {
        ObjectNode given = (ObjectNode) ProtocolCodec.readTree(values.replace('\'', '"'));
        InteractionSubmission submission = new InteractionSubmission("deploy-1", action, given, 1L);
        assertThat(SubmissionEvents.text(Questions.deployment(), submission).lines())
                .containsExactly(lines.strip().split("/"));
    }
}
