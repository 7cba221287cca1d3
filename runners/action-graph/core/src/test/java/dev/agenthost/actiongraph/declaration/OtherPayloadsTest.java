package dev.agenthost.actiongraph.declaration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks decisions, expansions and report specifications. */
class OtherPayloadsTest {
    private final DeclarationReader reader = new DeclarationReader(DeclarationExamples.SCOPE);

    @Test
    void aDecisionIsAboutAKnownRun() {
        assertThat(errors("decide", "\"run_id\":\"run_9\",\"decision\":\"abort\""))
                .containsExactly("$.payload.run_id reference.authority");
        assertThat(errors("decide", "\"decision\":\"abort\"")).containsExactly("$.payload.run_id field.missing");
        assertThat(errors("decide", "\"run_id\":\"run_1\",\"decision\":\"approve\""))
                .containsExactly("$.payload.decision field.value");
    }

    @Test
    void retryAndSkipAreAboutAnAction() {
        assertThat(errors("decide", "\"run_id\":\"run_1\",\"decision\":\"retry\""))
                .containsExactly("$.payload.action_id field.missing");
        assertThat(errors("decide", "\"run_id\":\"run_1\",\"decision\":\"skip\",\"action_id\":\"a\",\"input\":1"))
                .containsExactly("$.payload.input field.conflict");
    }

    @ParameterizedTest
    @ValueSource(strings = {"input", "args"})
    void noDecisionChangesAnAction(String member) {
        assertThat(errors(
                        "decide",
                        "\"run_id\":\"run_1\",\"decision\":\"retry\",\"action_id\":\"a\",\"" + member + "\":{\"n\":1}"))
                .containsExactly("$.payload." + member + " field.conflict");
    }

    @Test
    void cancelEndsARunAndDoesNothingElse() {
        assertThat(errors("cancel", "\"run_id\":\"run_1\",\"decision\":\"continue\""))
                .containsExactly("$.payload.decision field.conflict");
    }

    @Test
    void anExpansionIsOfReadableResults() {
        assertThat(errors("expand_ref", "\"refs\":[]")).containsExactly("$.payload.refs field.limit");
        assertThat(errors("expand_ref", "\"refs\":[{\"reason\":\"x\"}]"))
                .containsExactly("$.payload.refs[0].ref field.missing");
        assertThat(errors("expand_ref", "\"refs\":[{\"ref\":\"runtime://run_9/actions/a/output\"}]"))
                .containsExactly("$.payload.refs[0].ref reference.authority");
        assertThat(errors("expand_ref", "\"refs\":[{\"ref\":\"action:a.output\"}]"))
                .containsExactly("$.payload.refs[0].ref reference.unknown");
        assertThat(errors("expand_ref", "\"refs\":[{\"ref\":\"loop:item\"}]"))
                .containsExactly("$.payload.refs[0].ref reference.unknown");
    }

    @Test
    void aRangeIsBoundedAndInOrder() {
        assertThat(errors("expand_ref", range("\"context_lines\":501")))
                .containsExactly("$.payload.refs[0].range.context_lines field.limit");
        assertThat(errors("expand_ref", range("\"from_line\":9,\"to_line\":8")))
                .containsExactly("$.payload.refs[0].range.to_line field.conflict");
        assertThat(errors("expand_ref", range("\"around_matches\":\"yes\"")))
                .containsExactly("$.payload.refs[0].range.around_matches field.type");
        assertThat(errors("expand_ref", range("\"around_matches\":false,\"match\":\"x\"")))
                .containsExactly("$.payload.refs[0].range.match field.conflict");
    }

    @Test
    void aReportHasSectionsWithTitles() {
        assertThat(errors("plan", "\"type\":\"final_report_spec\""))
                .containsExactly("$.payload.sections field.missing");
        assertThat(errors("plan", "\"type\":\"final_report_spec\",\"sections\":[{\"refs\":[\"md:gone\"]}]"))
                .containsExactlyInAnyOrder(
                        "$.payload.sections[0].title field.missing", "$.payload.sections[0].refs[0] reference.unknown");
    }

    @Test
    void aReferenceOfAReportIsAText() {
        assertThat(errors("plan", section("{\"ref\":\"artifact://call_7\"}")))
                .containsExactly("$.payload.sections[0].refs[0] field.type");
        assertThat(errors("plan", section("\"action:a.output\"")))
                .containsExactly("$.payload.sections[0].refs[0] reference.unknown");
    }

    private static String section(String reference) {
        return "\"type\":\"final_report_spec\",\"sections\":[{\"title\":\"T\",\"refs\":[" + reference + "]}]";
    }

    private static String range(String members) {
        return "\"refs\":[{\"ref\":\"artifact://call_7\",\"range\":{" + members + "}}]";
    }

    private List<String> errors(String intent, String payload) {
        DeclarationResult result = reader.read("{\"type\":\"agent.protocol\",\"version\":\"1\",\"intent\":\"" + intent
                + "\",\"payload\":{" + payload + "}}");
        return ((DeclarationResult.Invalid) result)
                .errors().stream()
                        .map(error -> error.path() + " " + error.rule().code())
                        .toList();
    }
}
