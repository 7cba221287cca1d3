package dev.agenthost.binding.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.binding.catalog.PolicyNarrowing.DeadlineLimits;
import dev.agenthost.binding.catalog.PolicyNarrowing.DeliveryLimits;
import dev.agenthost.binding.catalog.PolicyNarrowing.ResourceLimits;
import dev.agenthost.protocol.run.ChoiceLimits;
import dev.agenthost.protocol.run.DeadlinePolicy;
import dev.agenthost.protocol.run.DeliveryPolicy;
import dev.agenthost.protocol.run.ResourcePolicy;
import dev.agenthost.protocol.run.RetryPolicy;
import dev.agenthost.protocol.run.StatePolicy;
import dev.agenthost.protocol.run.TurnPolicy;
import dev.agenthost.protocol.store.state.StateScope;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class PolicyNarrowingTest {
    private static final List<Function<ResourcePolicy, List<String>>> LISTS = List.of(
            ResourcePolicy::models,
            ResourcePolicy::tools,
            ResourcePolicy::knowledgeBases,
            ResourcePolicy::skills,
            ResourcePolicy::files,
            ResourcePolicy::storage,
            ResourcePolicy::hostApis);

    @Property(tries = 300)
    void neverExceedsTheAgent(@ForAll("policies") AgentPolicies agent, @ForAll("narrowings") PolicyNarrowing binding) {
        AgentPolicies both = binding.narrow(agent);

        for (Function<ResourcePolicy, List<String>> list : LISTS) {
            assertThat(list.apply(agent.resourcePolicy())).containsAll(list.apply(both.resourcePolicy()));
        }
        if (agent.resourcePolicy().allowedPlugins() != null) {
            assertThat(agent.resourcePolicy().allowedPlugins())
                    .containsAll(both.resourcePolicy().allowedPlugins());
        }
        assertThat(agent.statePolicy().scopes()).containsAll(both.statePolicy().scopes());
        assertThat(both.deliveryPolicy().streaming() && !agent.deliveryPolicy().streaming())
                .isFalse();
        assertThat(!both.deliveryPolicy().requireOutput()
                        && agent.deliveryPolicy().requireOutput())
                .isFalse();
        assertThat(both.retryPolicy()).isLessThanOrEqualTo(agent.retryPolicy());
        assertThat(both.deadlinePolicy().queueSeconds())
                .isLessThanOrEqualTo(agent.deadlinePolicy().queueSeconds());
        assertThat(both.deadlinePolicy().runSeconds())
                .isLessThanOrEqualTo(agent.deadlinePolicy().runSeconds());
    }

    @Property(tries = 300)
    void neverExceedsTheBinding(
            @ForAll("policies") AgentPolicies agent, @ForAll("narrowings") PolicyNarrowing binding) {
        AgentPolicies both = binding.narrow(agent);

        ResourceLimits limits = binding.resourcePolicy();
        if (limits != null && limits.models() != null) {
            assertThat(limits.models()).containsAll(both.resourcePolicy().models());
        }
        if (limits != null && limits.hostApis() != null) {
            assertThat(limits.hostApis()).containsAll(both.resourcePolicy().hostApis());
        }
        if (limits != null && limits.allowedPlugins() != null) {
            assertThat(limits.allowedPlugins())
                    .containsAll(both.resourcePolicy().allowedPlugins());
        }
        if (binding.statePolicy() != null) {
            assertThat(binding.statePolicy().scopes())
                    .containsAll(both.statePolicy().scopes());
        }
        if (binding.retryPolicy() != null) {
            assertThat(both.retryPolicy()).isLessThanOrEqualTo(binding.retryPolicy());
        }
        if (binding.deadlinePolicy() != null && binding.deadlinePolicy().runSeconds() != null) {
            assertThat(both.deadlinePolicy().runSeconds())
                    .isLessThanOrEqualTo(binding.deadlinePolicy().runSeconds());
        }
    }

    @Property(tries = 100)
    void narrowingTwiceIsNarrowingOnce(
            @ForAll("policies") AgentPolicies agent, @ForAll("narrowings") PolicyNarrowing binding) {
        AgentPolicies once = binding.narrow(agent);

        assertThat(binding.narrow(once)).isEqualTo(once);
    }

    @Property(tries = 100)
    void takingNothingAwayLeavesEverything(@ForAll("policies") AgentPolicies agent) {
        assertThat(PolicyNarrowing.NONE.narrow(agent)).isEqualTo(agent);
    }

    /** The choices that remain are those in the binding's lists, whatever the agent's policies. */
    @Property(tries = 200)
    void leavesOfChoicesWhatItNames(@ForAll("narrowings") PolicyNarrowing binding) {
        ChoiceLimits left = binding.choices();

        ResourceLimits limits = binding.resourcePolicy();
        assertThat(left)
                .isEqualTo(
                        limits == null
                                ? ChoiceLimits.NONE
                                : new ChoiceLimits(
                                        limits.models(), limits.tools(), limits.knowledgeBases(), limits.files()));
    }

    @Example
    void aNameThatIsNoneLeavesNothing() {
        List<String> names = new ArrayList<>();
        names.add(null);
        names.add("m-1");

        assertThat(new ResourceLimits(names, null, null, null, null, null, null, null).choices())
                .isEqualTo(new ChoiceLimits(List.of("m-1"), null, null, null));
    }

    /** Names of Host API scopes are ordinary names: a binding removes a wider scope by omitting it. */
    @Example
    void aBindingTakesWiderLooksAway() {
        ResourcePolicy wide = new ResourcePolicy(
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of("history", "history.thread", "history.bot"),
                null);

        assertThat(keeping("history").narrow(wide).hostApis()).containsExactly("history");
        assertThat(keeping("history", "history.thread").narrow(wide).hostApis())
                .containsExactly("history", "history.thread");
        assertThat(keeping("history.bot").narrow(ResourcePolicy.defaults()).hostApis())
                .isEmpty();
    }

    private static ResourceLimits keeping(String... hostApis) {
        return new ResourceLimits(null, null, null, null, null, null, List.of(hostApis), null);
    }

    @Example
    void aTurnCanOnlyReachLess() {
        AgentPolicies parallel = turn(TurnPolicy.PARALLEL);
        AgentPolicies serial = turn(TurnPolicy.SERIAL);
        PolicyNarrowing toSerial = new PolicyNarrowing(null, null, null, TurnPolicy.SERIAL, null, null);
        PolicyNarrowing toParallel = new PolicyNarrowing(null, null, null, TurnPolicy.PARALLEL, null, null);

        assertThat(toSerial.narrow(parallel).turnPolicy()).isEqualTo(TurnPolicy.SERIAL);
        assertThat(toParallel.narrow(serial).turnPolicy()).isEqualTo(TurnPolicy.SERIAL);
    }

    private static AgentPolicies turn(TurnPolicy turn) {
        return new AgentPolicies(
                ResourcePolicy.defaults(),
                StatePolicy.defaults(),
                DeliveryPolicy.defaults(),
                turn,
                RetryPolicy.NEVER,
                DeadlinePolicy.defaults());
    }

    @Provide
    Arbitrary<AgentPolicies> policies() {
        return Combinators.combine(
                        Combinators.combine(names(), names(), names().injectNull(0.3))
                                .as((models, apis, plugins) -> new ResourcePolicy(
                                        models, models, models, models, models, models, apis, plugins)),
                        Arbitraries.of(StateScope.class).list().uniqueElements().map(StatePolicy::new),
                        Combinators.combine(Arbitraries.of(true, false), Arbitraries.of(true, false))
                                .as((streaming, output) -> new DeliveryPolicy(null, streaming, "…", null, output)),
                        Arbitraries.of(TurnPolicy.class),
                        Arbitraries.of(RetryPolicy.class),
                        Combinators.combine(seconds(), seconds()).as(DeadlinePolicy::new))
                .as(AgentPolicies::new);
    }

    @Provide
    Arbitrary<PolicyNarrowing> narrowings() {
        Arbitrary<List<String>> some = names().injectNull(0.3);
        return Combinators.combine(
                        Combinators.combine(some, some, some)
                                .as((models, apis, plugins) ->
                                        new ResourceLimits(models, models, models, null, models, null, apis, plugins))
                                .injectNull(0.3),
                        Arbitraries.of(StateScope.class)
                                .list()
                                .uniqueElements()
                                .map(StatePolicy::new)
                                .injectNull(0.3),
                        Combinators.combine(
                                        Arbitraries.of(true, false).injectNull(0.3),
                                        Arbitraries.of(true, false).injectNull(0.3))
                                .as(DeliveryLimits::new)
                                .injectNull(0.3),
                        Arbitraries.of(TurnPolicy.class).injectNull(0.3),
                        Arbitraries.of(RetryPolicy.class).injectNull(0.3),
                        Combinators.combine(seconds().injectNull(0.3), seconds().injectNull(0.3))
                                .as(DeadlineLimits::new)
                                .injectNull(0.3))
                .as(PolicyNarrowing::new);
    }

    private static Arbitrary<List<String>> names() {
        return Arbitraries.of("a", "b", "c", "d").list().uniqueElements();
    }

    private static Arbitrary<Integer> seconds() {
        return Arbitraries.integers().between(1, 86_400);
    }
}
