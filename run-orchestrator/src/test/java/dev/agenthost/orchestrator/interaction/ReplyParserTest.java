package dev.agenthost.orchestrator.interaction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.protocol.result.InteractionRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReplyParserTest {
    private static final InteractionRequest BUTTONS = Questions.read("""
            {"interaction_id":"q","kind":"confirmation","title":"Deploy?","fallback_text":"yes or no?",
             "actions":[{"id":"yes","label":"Yes, deploy"},{"id":"no","label":"No"}]}""");

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            yes | yes
            YES | yes
            ' yes, deploy ' | yes
            no | no
            2 | no
            1 | yes
            """)
    void aButtonIsNamedByItsLabelIdOrNumber(String text, String action) {
        assertThat(ReplyParser.parse(BUTTONS, text).orElseThrow().actionId()).isEqualTo(action);
    }

    @ParameterizedTest
    @ValueSource(strings = {"yes please", "3", "0", "-1", "99999999999", "maybe", ".", "deploy"})
    void anyOtherTextIsNoResponse(String text) {
        assertThat(ReplyParser.parse(BUTTONS, text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            text        |                                              | two words | "two words"
            number      |                                              | 0.5       | 0.5
            boolean     |                                              | True      | true
            select      | ,'options':[{'value':'eu','label':'Europe'}] | europe    | "eu"
            multiselect | ,'options':[{'value':'eu','label':'Europe'}] | 1         | ["eu"]
            """)
    void theOnlyFieldTakesTheText(String type, String options, String text, String value) {
        assertThat(ReplyParser.parse(field(type, options), text).orElseThrow().values())
                .hasToString("{\"f\":" + value + "}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            number  | | half
            number  | | 1111111111111111111111111111111
            boolean | | perhaps
            select  | ,'options':[{'value':'eu','label':'Europe'}] | mars
            file    | | report.pdf
            """)
    void aTextThatIsNoValueOfTheFieldIsNoResponse(String type, String options, String text) {
        assertThat(ReplyParser.parse(field(type, options), text)).isEmpty();
    }

    @Test
    void aFormWithSeveralFieldsIsNotAnsweredInWords() {
        assertThat(ReplyParser.parse(Questions.deployment(), "approve")).isEmpty();
    }

    private static InteractionRequest field(String type, String options) {
        String more = options == null ? "" : options;
        return Questions.read(
                ("{'interaction_id':'q','kind':'form','title':'T','fallback_text':'f','fields':[{'id':'f',"
                                + "'label':'F','type':'" + type + "','required':true" + more + "}]}")
                        .replace('\'', '"'));
    }
}
