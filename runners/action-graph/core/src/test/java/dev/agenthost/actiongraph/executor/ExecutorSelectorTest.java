package dev.agenthost.actiongraph.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.action.ActionDescription;
import dev.agenthost.actiongraph.action.ActionInput;
import dev.agenthost.actiongraph.action.ExecutorRequest;
import dev.agenthost.actiongraph.action.ExecutorType;
import dev.agenthost.actiongraph.action.ResourceAccess;
import dev.agenthost.actiongraph.policy.ActionPolicies;
import dev.agenthost.actiongraph.policy.execution.ExecutorEffects;
import dev.agenthost.actiongraph.policy.execution.SideEffect;
import java.math.BigDecimal;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests the choice of an executor. */
class ExecutorSelectorTest {
    private static final RegisteredExecutor READ =
            executor("read_file", ExecutorType.TOOL, "Read a file", "1", ExecutorEffects.READ, "filesystem", "read");
    private static final RegisteredExecutor GREP = executor(
            "grep", ExecutorType.TOOL, "Search text in files", "1", ExecutorEffects.READ, "filesystem", "search");
    private static final RegisteredExecutor SHELL =
            executor("shell", ExecutorType.TOOL, "Run a command", "1", null, "filesystem", "search", "read");
    private static final RegisteredExecutor REVIEWER =
            executor("reviewer", ExecutorType.AGENT, "Review code", "5", ExecutorEffects.READ, "code_review");
    private static final RegisteredExecutor EXPERT =
            executor("expert", ExecutorType.AGENT, "Review code", "9", ExecutorEffects.READ, "code_review", "security");
    static final List<RegisteredExecutor> ALL = List.of(READ, GREP, SHELL, REVIEWER, EXPERT);

    @Test
    void aNamedExecutorIsTaken() {
        ExecutorChoice.Chosen chosen = chosen(choose(ALL, request(ExecutorType.TOOL, "grep"), "Read a file"));

        assertThat(chosen.executor()).isEqualTo(GREP);
        assertThat(chosen.origin()).isEqualTo(ChoiceOrigin.NAMED);
        assertThat(chosen.explanation()).isEqualTo("grep was named by the action");
    }

    @Test
    void typeAndCapabilitiesExcludeCandidates() {
        ExecutorChoice.Chosen chosen = chosen(choose(ALL, request(ExecutorType.AGENT, "auto", "security"), "anything"));

        assertThat(chosen.executor()).isEqualTo(EXPERT);
        assertThat(chosen.origin()).isEqualTo(ChoiceOrigin.SELECTED);
        assertThat(chosen.rejections())
                .containsExactlyInAnyOrder(
                        new ExecutorRejection("read_file", "is a tool"),
                        new ExecutorRejection("grep", "is a tool"),
                        new ExecutorRejection("shell", "is a tool"),
                        new ExecutorRejection("reviewer", "has no capability security"));
    }

    @Test
    void theWordsOfAChoiceAgreeWithTheirNumberAndType() {
        ExecutorChoice.Chosen chosen =
                chosen(choose(List.of(GREP, REVIEWER), request(ExecutorType.TOOL, "auto"), "Search it"));

        assertThat(chosen.rejections()).containsExactly(new ExecutorRejection("reviewer", "is an agent"));
        assertThat(chosen.explanation()).isEqualTo("grep is first of 1: available, 1 word of the task, cost 1");
    }

    @Test
    void theWordsOfTheTaskDecideBeforeTheCost() {
        assertThat(chosen(choose(ALL, null, "Search the text")).executor()).isEqualTo(GREP);
        assertThat(chosen(choose(ALL, null, "Review this code")).executor()).isEqualTo(REVIEWER);
    }

    @Test
    void fewerEffectsDecideAtEqualCost() {
        ExecutorChoice.Chosen chosen = chosen(choose(ALL, request(ExecutorType.TOOL, "auto", "search"), "unrelated"));

        assertThat(chosen.executor()).isEqualTo(GREP);
        assertThat(chosen.explanation()).isEqualTo("grep is first of 2: available, 0 words of the task, cost 1");
        assertThat(chosen.rejections()).contains(new ExecutorRejection("shell", "ranks after grep"));
    }

    @Test
    void anAvailableExecutorIsTakenBeforeABusyOneAndNeverAnUnavailableOne() {
        assertThat(chosen(choose(List.of(REVIEWER, EXPERT), null, "Review code"))
                        .executor())
                .isEqualTo(REVIEWER);
        assertThat(chosen(choose(List.of(with(REVIEWER, ExecutorAvailability.BUSY), EXPERT), null, "Review code"))
                        .executor())
                .isEqualTo(EXPERT);
        assertThat(choose(List.of(with(REVIEWER, ExecutorAvailability.UNAVAILABLE)), null, "Review code"))
                .isEqualTo(new ExecutorChoice.NoneAvailable(
                        "No executor can be used", List.of(new ExecutorRejection("reviewer", "is unavailable"))));
    }

    @Test
    void undeclaredEffectsCountAsAWrite() {
        ExecutorRules rules = new ExecutorRules(Set.of(SideEffect.WRITE), null, false, Set.of());
        ExecutorChoice choice = choose(ALL, request(ExecutorType.TOOL, "shell"), "Run", rules);

        assertThat(SHELL.effects()).isEqualTo(ExecutorEffects.UNDECLARED);
        assertThat(choice)
                .isEqualTo(new ExecutorChoice.NoneAvailable(
                        "shell has the forbidden effect write",
                        List.of(new ExecutorRejection("shell", "has the forbidden effect write"))));
    }

    @Test
    void theCostIsLimited() {
        ExecutorRules rules = new ExecutorRules(Set.of(), new BigDecimal("5.0"), false, Set.of());

        assertThat(chosen(choose(ALL, request(ExecutorType.AGENT, "auto"), "Review", rules))
                        .executor())
                .isEqualTo(REVIEWER);
        assertThat(choose(ALL, request(ExecutorType.AGENT, "expert"), "Review", rules))
                .isInstanceOf(ExecutorChoice.NoneAvailable.class);
    }

    @Test
    void anOverrideIsOnRecord() {
        ExecutorRules rules = new ExecutorRules(Set.of(), null, true, Set.of());
        List<RegisteredExecutor> executors = List.of(with(REVIEWER, ExecutorAvailability.UNAVAILABLE), EXPERT, READ);

        ExecutorChoice.Chosen chosen = chosen(choose(executors, request(null, "reviewer"), "Review code", rules));

        assertThat(chosen.executor()).isEqualTo(EXPERT);
        assertThat(chosen.origin()).isEqualTo(ChoiceOrigin.OVERRIDDEN);
        assertThat(chosen.rejections())
                .containsExactly(
                        new ExecutorRejection("reviewer", "is unavailable"),
                        new ExecutorRejection("read_file", "is a tool"));
    }

    @Test
    void anUnknownNameIsNeverReplacedByAnExecutorOfAnotherType() {
        ExecutorRules rules = new ExecutorRules(Set.of(), null, true, Set.of());

        assertThat(choose(ALL, request(null, "nobody"), "Review code", rules))
                .isEqualTo(new ExecutorChoice.NoneAvailable(
                        "nobody is not registered", List.of(new ExecutorRejection("nobody", "is not registered"))));
        assertThat(choose(ALL, request(ExecutorType.HUMAN, "nobody"), "Review code", rules))
                .isInstanceOf(ExecutorChoice.NoneAvailable.class);
    }

    @Test
    void aNameOfTwoTypesNeedsAType() {
        RegisteredExecutor twin = executor("grep", ExecutorType.SERVICE, "Search", "1", ExecutorEffects.READ, "search");

        assertThat(choose(List.of(GREP, twin), request(null, "grep"), "Search"))
                .isInstanceOf(ExecutorChoice.NoneAvailable.class);
        assertThat(chosen(choose(List.of(GREP, twin), request(ExecutorType.SERVICE, "grep"), "Search"))
                        .executor())
                .isEqualTo(twin);
    }

    @Test
    void aToolIsNotChosenForAnActionWithoutInput() {
        assertThat(choose(List.of(GREP), null, "Search the text", ExecutorRules.NONE, ActionInput.NONE))
                .isEqualTo(new ExecutorChoice.NoneAvailable(
                        "No executor can be used",
                        List.of(new ExecutorRejection(
                                "grep", "is a tool, and the action has neither input nor args"))));
        assertThat(chosen(choose(ALL, null, "Search the text", ExecutorRules.NONE, ActionInput.NONE))
                        .executor())
                .isEqualTo(REVIEWER);
    }

    @Test
    void anExecutorIsRegisteredOnceAndHasAName() {
        assertThatThrownBy(() -> new ExecutorRegistry(List.of(GREP, GREP))).hasMessageContaining("registered twice");
        assertThatThrownBy(() -> executor("auto", ExecutorType.TOOL, "", "1", null))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> executor("a", ExecutorType.TOOL, "", "-1", null))
                .isInstanceOf(IllegalArgumentException.class);
    }

    static ExecutorChoice choose(List<RegisteredExecutor> executors, @Nullable ExecutorRequest request, String task) {
        return choose(executors, request, task, ExecutorRules.NONE);
    }

    private static ExecutorChoice choose(
            List<RegisteredExecutor> executors, @Nullable ExecutorRequest request, String task, ExecutorRules rules) {
        return choose(executors, request, task, rules, ActionInput.of(JsonNodeFactory.instance.objectNode()));
    }

    private static ExecutorChoice choose(
            List<RegisteredExecutor> executors,
            @Nullable ExecutorRequest request,
            String task,
            ExecutorRules rules,
            ActionInput input) {
        Action action = new Action(
                "a",
                new ActionDescription(null, task, null, null),
                request,
                List.of(),
                input,
                null,
                null,
                ResourceAccess.NONE,
                ActionPolicies.STANDARD);
        return new ExecutorSelector(new ExecutorRegistry(executors), rules).choose(action);
    }

    private static ExecutorChoice.Chosen chosen(ExecutorChoice choice) {
        assertThat(choice).isInstanceOf(ExecutorChoice.Chosen.class);
        return (ExecutorChoice.Chosen) choice;
    }

    private static ExecutorRequest request(@Nullable ExecutorType type, String target, String... capabilities) {
        return new ExecutorRequest(type, target, List.of(capabilities));
    }

    private static RegisteredExecutor with(RegisteredExecutor executor, ExecutorAvailability availability) {
        return new RegisteredExecutor(
                executor.name(),
                executor.type(),
                executor.description(),
                executor.capabilities(),
                availability,
                executor.cost(),
                executor.declaredEffects());
    }

    private static RegisteredExecutor executor(
            String name,
            ExecutorType type,
            String description,
            String cost,
            @Nullable ExecutorEffects effects,
            String... capabilities) {
        return new RegisteredExecutor(
                name,
                type,
                description,
                Set.of(capabilities),
                ExecutorAvailability.AVAILABLE,
                new BigDecimal(cost),
                effects);
    }
}
