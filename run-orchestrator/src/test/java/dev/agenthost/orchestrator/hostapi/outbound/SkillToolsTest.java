package dev.agenthost.orchestrator.hostapi.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.context.ContextStoreResponse;
import dev.agenthost.orchestrator.flowcontrol.Rate;
import dev.agenthost.orchestrator.flowcontrol.RateBucketRepository;
import dev.agenthost.orchestrator.flowcontrol.RateKind;
import dev.agenthost.orchestrator.flowcontrol.WorkspaceRateLimiter;
import dev.agenthost.orchestrator.tool.ToolCaller;
import dev.agenthost.orchestrator.tool.ToolContent;
import dev.agenthost.orchestrator.tool.ToolDescriptor;
import dev.agenthost.orchestrator.tool.ToolInvocation;
import dev.agenthost.orchestrator.tool.ToolOutcome;
import dev.agenthost.orchestrator.tool.ToolQuery;
import dev.agenthost.orchestrator.tool.ToolSelection;
import dev.agenthost.protocol.context.AgentResources;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.protocol.run.ResourcePolicy;
import dev.agenthost.protocol.runner.AgentRunnerCapabilities;
import dev.agenthost.protocol.store.skill.SkillContent;
import dev.agenthost.protocol.store.skill.SkillFile;
import dev.agenthost.protocol.store.skill.SkillRegistered;
import io.smallrye.mutiny.Uni;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SkillToolsTest {
    private static final SkillContent GREET = new SkillContent(
            "greet", null, "Greets.", "# Greet", List.of(new SkillFile("a.txt", "x"), new SkillFile("b/c.md", "y")));

    private final SkillTools tools = new SkillTools(unused(), WorkspaceRateLimiter.none());

    @Test
    void offersActivateIfThePolicyNamesSkills() {
        assertThat(names(find(true, List.of("greet"), List.of()))).containsExactly("activate");
        assertThat(names(find(true, List.of(), List.of()))).isEmpty();
        assertThat(names(find(false, List.of("greet"), List.of("activate", "register_skill"))))
                .isEmpty();
    }

    @Test
    void offersRegisterIfThePolicyNamesIt() {
        assertThat(names(find(true, List.of("greet"), List.of("server/add", "register_skill"))))
                .containsExactly("activate", "register_skill");
        assertThat(names(find(true, List.of(), List.of("register_skill")))).containsExactly("register_skill");
    }

    @Test
    void reportsAbsentTools() {
        assertThat(find(false, List.of(), List.of("register_skill", "activate")).absent())
                .extracting(ToolSelection.Absent::named)
                .containsExactly("activate", "register_skill");
        assertThat(find(true, List.of(), List.of("activate")).absent())
                .extracting(ToolSelection.Absent::why)
                .containsExactly("the policy names no skill");
    }

    @Test
    void noSkillIsNamedInATool() {
        for (ToolDescriptor tool :
                find(true, List.of("greet"), List.of("register_skill")).tools()) {
            assertThat(tool.toString()).doesNotContain("greet");
            assertThat(tool.parameters().path("additionalProperties").booleanValue())
                    .isFalse();
            assertThat(tool.type()).isEqualTo("skill");
        }
    }

    @Test
    void itOwnsItsTwoToolsAndNoOther() {
        assertThat(tools.owns("activate")).isTrue();
        assertThat(tools.owns("register_skill")).isTrue();
        assertThat(tools.owns("server/activate")).isFalse();
    }

    @Test
    void activateReturnsInstructionsAndFiles() {
        ToolOutcome.Answered result = (ToolOutcome.Answered) SkillAnswers.activated(answered(GREET), null);

        assertThat(result.content()).containsExactly(new ToolContent.Text("# Greet"));
        assertThat(result.structured()).hasToString("{\"skill_name\":\"greet\",\"files\":[\"a.txt\",\"b/c.md\"]}");
        assertThat(result.isError()).isFalse();
    }

    @Test
    void activateReturnsAFile() {
        ToolOutcome.Answered result = (ToolOutcome.Answered) SkillAnswers.activated(answered(GREET), "b/c.md");

        assertThat(result.content()).containsExactly(new ToolContent.Text("y"));
        assertThat(((ToolOutcome.Refused) SkillAnswers.activated(answered(GREET), "c.md"))
                        .error()
                        .code())
                .isEqualTo("not_found");
    }

    @ParameterizedTest
    @CsvSource({
        "CONFLICT,not_found",
        "FORBIDDEN,unauthorized",
        "NOT_FOUND,not_found",
        "INVALID_ARGUMENT,invalid_argument",
        "PAYLOAD_TOO_LARGE,payload_too_large",
        "GONE,runtime_error"
    })
    void mapsRefusalsOfContextStore(FailureCode code, String wire) {
        ContextStoreResponse<SkillRegistered> no = new ContextStoreResponse.Refused<>(code, "why");

        assertThat(((ToolOutcome.Refused) SkillAnswers.registered(no)).error().code())
                .isEqualTo(wire);
    }

    @Test
    void chargesAllBytesOfARegistration() {
        List<Double> wished = new ArrayList<>();
        WorkspaceRateLimiter spent = new WorkspaceRateLimiter(
                Map.of(RateKind.BYTES_WRITTEN, new Rate(0.001, 100)),
                new RateBucketRepository() {
                    @Override
                    public Uni<Double> take(String workspaceId, RateKind kind, double need, double wish, Rate rate) {
                        wished.add(need);
                        return Uni.createFrom().item(0.0);
                    }

                    @Override
                    public Uni<Void> sweep() {
                        return Uni.createFrom().voidItem();
                    }
                },
                () -> 1L);
        ObjectNode arguments = JsonNodeFactory.instance
                .objectNode()
                .put("skill_name", "greet")
                .put("description", "Grüßt.")
                .put("instructions", "# Grüßen");
        ToolCaller caller = new ToolCaller(
                "w",
                new RunId(UUID.randomUUID()),
                1,
                RunnerId.parse("plugin:acme/helper/default"),
                "bot-1",
                "c",
                null,
                AgentResources.none());
        ToolInvocation invocation =
                new ToolInvocation(caller, "register_skill", arguments, "1/call/1", Duration.ofSeconds(1), () -> true);

        ToolOutcome answer =
                new SkillTools(unused(), spent).call(invocation).await().indefinitely();

        assertThat(((ToolOutcome.Refused) answer).error().code()).isEqualTo("rate_limited");
        assertThat(wished).containsExactly(5.0 + 8 + 10);
    }

    private ToolSelection find(boolean authoring, List<String> skills, List<String> named) {
        AgentRunnerCapabilities capabilities =
                new AgentRunnerCapabilities(false, true, false, false, authoring, false, false, false);
        ResourcePolicy policy =
                new ResourcePolicy(List.of(), named, List.of(), skills, List.of(), List.of(), List.of(), null);
        return tools.find(new ToolQuery("w", policy.tools(), policy, capabilities))
                .await()
                .indefinitely();
    }

    private static List<String> names(ToolSelection found) {
        return found.tools().stream().map(ToolDescriptor::name).toList();
    }

    private static <T> ContextStoreResponse<T> answered(T value) {
        return new ContextStoreResponse.Answered<>(value);
    }

    /** A context-store that fails every request. */
    private static dev.agenthost.orchestrator.context.ContextStore unused() {
        return (dev.agenthost.orchestrator.context.ContextStore) Proxy.newProxyInstance(
                SkillToolsTest.class.getClassLoader(),
                new Class<?>[] {dev.agenthost.orchestrator.context.ContextStore.class},
                (proxy, method, arguments) -> {
                    throw new AssertionError(method.getName() + " was asked");
                });
    }
}
