package dev.agenthost.actiongraph.transcript;

import static dev.agenthost.actiongraph.transcript.Transcripts.observed;
import static dev.agenthost.actiongraph.transcript.Transcripts.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.action.ExecutorType;
import dev.agenthost.actiongraph.carrier.AssistantMessage;
import dev.agenthost.actiongraph.carrier.CarrierReader;
import dev.agenthost.actiongraph.carrier.CarrierResult;
import dev.agenthost.actiongraph.carrier.ExecutorNames;
import dev.agenthost.actiongraph.carrier.NativeToolCall;
import dev.agenthost.actiongraph.declaration.ActionGraph;
import dev.agenthost.actiongraph.declaration.DeclarationExamples;
import dev.agenthost.actiongraph.declaration.DeclarationReader;
import dev.agenthost.actiongraph.declaration.DeclarationResult;
import dev.agenthost.actiongraph.reference.ReferenceScope;
import dev.agenthost.actiongraph.result.ActionResults;
import dev.agenthost.actiongraph.result.PrettyJson;
import dev.agenthost.actiongraph.result.TokenEstimator;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Compares transcripts with those of the specification, word for word. */
class TranscriptGoldenTest {
    private final TranscriptWriter writer = new TranscriptWriter(TokenEstimator.BYTES, ReplayPolicy.STANDARD);

    @Test
    void theRequestOfTheCompactCarrierIsThatOfTheSpecification() throws IOException {
        String call =
                "{\"kind\":\"act\",\"calls\":[{\"id\":\"read_extension\",\"type\":\"tool\",\"name\":\"read\",\"args\":{\"filePath\":\"src/extension/extension.ts\"}}]}";
        CarrierResult.Declared declared = (CarrierResult.Declared)
                new CarrierReader(ReferenceScope.EMPTY, ExecutorNames.of(Set.of("read"), Set.of()))
                        .read(new AssistantMessage(
                                "", List.of(new NativeToolCall(NativeToolCall.PROTOCOL_OUTPUT, call)), true));
        Action action =
                ((ActionGraph) declared.declaration().payload()).actions().getFirst();
        Transcript transcript = Transcript.of(List.of(
                new ConversationTurn.UserRequest("当前插件各个按钮点了都没效果,你进行一次 code review,定位问题,然后修复"),
                run(
                        "apr_abc123",
                        "Inspect extension wiring",
                        observed(
                                action,
                                ActionResults.summarized(
                                        "read_extension",
                                        "extension.ts registers the custom editor provider and command handlers.",
                                        "artifact://call_read_extension")))));

        assertThat(text(transcript)).isEqualTo(golden("specification/compact.md"));
    }

    @Test
    void theObservationOfADeclarationIsThatOfTheSpecification() throws IOException {
        DeclarationResult.Valid valid = (DeclarationResult.Valid) new DeclarationReader(DeclarationExamples.SCOPE)
                .read(DeclarationExamples.read("specification/toolbar-review.json"));
        List<Action> actions = ((ActionGraph) valid.declaration().payload()).actions();
        Transcript transcript = Transcript.of(List.of(
                new ConversationTurn.UserRequest("Review the toolbar."),
                run(
                        "run_123",
                        valid.declaration().envelope().title(),
                        observed(
                                actions.get(0),
                                ActionResults.summarized(
                                        "inspect_code",
                                        "Found Toolbar.vue, ToolbarButton.vue, toolbarConfig.ts, useToolbar.ts, useEditor.ts, and related tests.",
                                        "artifact://run_123/inspect_code")),
                        observed(
                                actions.get(1),
                                ActionResults.summarized(
                                        "review_toolbar",
                                        "Found two issues: undo/redo state is not wired through, and the table dropdown can be hidden by a higher layer.",
                                        "artifact://run_123/review_toolbar")))));

        assertThat(text(transcript)).contains("\n\n" + golden("specification/observation.md") + "\n");
    }

    @Test
    void theRegistryIsThatOfTheSpecification() throws IOException {
        CapabilityStatement statement = new CapabilityStatement(List.of(
                new CapabilityStatement.Executor(
                        "read_file",
                        ExecutorType.TOOL,
                        "Read a file from the current workspace.",
                        List.of("filesystem", "read"),
                        null),
                new CapabilityStatement.Executor(
                        "code-reviewer",
                        ExecutorType.AGENT,
                        "Reviews code changes and reports correctness, regression, and test risks.",
                        List.of("code_review", "testing", "risk_analysis"),
                        true),
                new CapabilityStatement.Executor(
                        "ask_user",
                        ExecutorType.HUMAN,
                        "Request clarification, approval, or a decision from the user.",
                        List.of("clarification", "approval"),
                        null)));

        assertThat(PrettyJson.pretty(statement.json()) + "\n").isEqualTo(golden("specification/executors.json"));
        assertThat(text(new Transcript(statement.text(), List.of(), List.of())))
                .startsWith("## Protocol capabilities\n")
                .contains(golden("specification/executors.json"))
                .endsWith(TranscriptWriter.CLOSING + "\n");
    }

    private String text(Transcript transcript) {
        return ((RequestText.Fitting) writer.write(transcript, 10_000)).text();
    }

    static String golden(String name) throws IOException {
        try (InputStream stream = TranscriptGoldenTest.class.getResourceAsStream("/transcript/" + name)) {
            return new String(Objects.requireNonNull(stream).readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
