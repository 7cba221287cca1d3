package dev.agenthost.orchestrator.interaction;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SubmissionRulesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'priority':'normal'}",
                "{'priority':'urgent','regions':['eu','us'],'note':'now','share':0.5,'quiet':true}",
                "{'priority':'urgent','regions':[],'note':'','share':null}"
            })
    void permitsWhatTheQuestionOffers(String values) throws UndecodableException {
        assertThat(SubmissionRules.violation(Questions.deployment(), "approve", tree(values)))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            approve | {}                                     | values.priority | is missing
            approve | {'priority':''}                        | values.priority | is missing
            approve | {'priority':'high'}                    | values.priority | must be one of [normal, urgent]
            approve | {'priority':1}                         | values.priority | must be one of [normal, urgent]
            approve | {'priority':'normal','regions':'eu'}   | values.regions  | must be an array of strings
            approve | {'priority':'normal','regions':['mars']} | values.regions | must hold only [eu, us]
            approve | {'priority':'normal','regions':['eu','eu']} | values.regions | must not contain a value twice
            approve | {'priority':'normal','note':5}         | values.note     | must be a string
            approve | {'priority':'normal','share':'half'}   | values.share    | must be a number
            approve | {'priority':'normal','quiet':'yes'}    | values.quiet    | must be true or false
            approve | {'priority':'normal','more':1}         | values.more     | is no field of the question; the fields are priority, regions, note, share, quiet
            delete  | {'priority':'normal'}                  | action_id       | must be one of [approve, reject]
                    | {'priority':'normal'}                  | action_id       | must be one of [approve, reject]
            """)
    void namesTheFieldOfAViolation(String action, String values, String field, String why) throws UndecodableException {
        assertThat(SubmissionRules.violation(Questions.deployment(), action, tree(values)))
                .contains(new SubmissionOutcome.Invalid(field, why));
    }

    private static ObjectNode tree(String json) throws UndecodableException {
        return (ObjectNode) ProtocolCodec.readTree(json.replace('\'', '"'));
    }
}
