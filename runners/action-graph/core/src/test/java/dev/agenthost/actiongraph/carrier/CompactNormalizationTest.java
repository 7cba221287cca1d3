package dev.agenthost.actiongraph.carrier;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.action.ExecutorRequest;
import dev.agenthost.actiongraph.action.ExecutorType;
import dev.agenthost.actiongraph.carrier.CarrierResult.Answer;
import dev.agenthost.actiongraph.carrier.CarrierResult.AnswerKind;
import dev.agenthost.actiongraph.carrier.CarrierResult.Declared;
import dev.agenthost.actiongraph.declaration.ActionGraph;
import dev.agenthost.actiongraph.declaration.Intent;
import dev.agenthost.actiongraph.policy.result.ReturnToModel;
import dev.agenthost.actiongraph.reference.ReferenceScope;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks the compact examples of the specification. */
class CompactNormalizationTest {
    private final CarrierReader reader =
            new CarrierReader(ReferenceScope.EMPTY, ExecutorNames.of(Set.of("read", "glob"), Set.of("reviewer")));

    @Test
    void actIsAnExecutionOfOneActionForEachCall() throws IOException {
        Declared declared = (Declared) read(example("act.json"));
        Action action = actions(declared).getFirst();

        assertThat(declared.declaration().envelope().intent()).isEqualTo(Intent.EXECUTE);
        assertThat(declared.declaration().envelope().persist()).isFalse();
        assertThat(declared.origin()).isEqualTo(CarrierOrigin.NATIVE_CALL);
        assertThat(declared.visibleNote()).isEqualTo("I will inspect the package files first.");
        assertThat(action.id()).isEqualTo("read_package");
        assertThat(action.executor()).isEqualTo(new ExecutorRequest(ExecutorType.TOOL, "read", List.of()));
        assertThat(action.input().value()).hasToString("{\"filePath\":\"package.json\"}");
        assertThat(action.policies().result().returnToModel()).isEqualTo(ReturnToModel.SUMMARY);
    }

    @Test
    void dependsIsADependency() throws IOException {
        List<Action> actions = actions((Declared) read(example("act-dependency.json")));

        assertThat(actions).extracting(Action::id).containsExactly("find_manifests", "read_package");
        assertThat(actions.getLast().dependsOn()).containsExactly("find_manifests");
        assertThat(actions.getFirst().policies().result().returnToModel())
                .as("the standard")
                .isEqualTo(ReturnToModel.SUMMARY);
    }

    @Test
    void anAgentMayBeChosenByTheRuntime() throws IOException {
        Action action = actions((Declared) read(example("act-agent.json"))).getFirst();

        assertThat(action.executor()).isEqualTo(new ExecutorRequest(ExecutorType.AGENT, "auto", List.of()));
        assertThat(action.input().value())
                .hasToString("{\"description\":\"Review the protocol schema and prompt behavior.\"}");
    }

    @Test
    void answerAndDoneExecuteNothing() throws IOException {
        assertThat(read(example("answer.json")))
                .isEqualTo(
                        new Answer("This project is a VS Code extension for visual HTML editing.", AnswerKind.ANSWER));
        assertThat(read(example("done.json")))
                .isEqualTo(new Answer("The requested check is complete.", AnswerKind.DONE));
    }

    @ParameterizedTest
    @EnumSource
    void eachResultPolicyIsTaken(ReturnToModel part) {
        CarrierResult result =
                read("{\"kind\":\"act\",\"calls\":[{\"id\":\"a\",\"type\":\"tool\",\"name\":\"read\",\"result\":\""
                        + part.wire() + "\",\"title\":\"Read\"}]}");

        Action action = actions((Declared) result).getFirst();
        assertThat(action.policies().result().returnToModel()).isEqualTo(part);
        assertThat(action.description().title()).isEqualTo("Read");
    }

    @Test
    void aRecoveredCallIsTheActionOfTheCompactForm() {
        Declared recovered = (Declared)
                reader.read(new AssistantMessage("", List.of(new NativeToolCall("read", "{\"f\":1}")), true));
        Declared compact = (Declared)
                read(
                        "{\"kind\":\"act\",\"calls\":[{\"id\":\"read_1\",\"type\":\"tool\",\"name\":\"read\",\"args\":{\"f\":1}}]}");

        assertThat(recovered.declaration()).isEqualTo(compact.declaration());
        assertThat(recovered.origin().isRecovered()).isTrue();
        assertThat(compact.origin().isRecovered()).isFalse();
    }

    @Test
    void aProtocolErrorShowsAtMost20Breaches() {
        String calls = "{\"type\":\"tool\",\"name\":\"read\"},".repeat(30);
        CarrierResult result = read("{\"kind\":\"act\",\"calls\":[" + calls.substring(0, calls.length() - 1) + "]}");

        assertThat(((CarrierResult.ProtocolError) result).message())
                .contains("$.calls[0].id: is missing", "$.calls[19].id", "- and 10 more")
                .doesNotContain("$.calls[20]")
                .endsWith("Correct it and send the whole output again.");
    }

    private CarrierResult read(String arguments) {
        return reader.read(
                new AssistantMessage("", List.of(new NativeToolCall(NativeToolCall.PROTOCOL_OUTPUT, arguments)), true));
    }

    private static List<Action> actions(Declared declared) {
        return ((ActionGraph) declared.declaration().payload()).actions();
    }

    private static String example(String file) throws IOException {
        try (InputStream stream =
                CompactNormalizationTest.class.getResourceAsStream("/carrier/specification/" + file)) {
            return new String(Objects.requireNonNull(stream, file).readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
