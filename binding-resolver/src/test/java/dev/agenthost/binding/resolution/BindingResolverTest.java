package dev.agenthost.binding.resolution;

import static dev.agenthost.binding.Sets.BOT;
import static dev.agenthost.binding.Sets.WORKSPACE;
import static dev.agenthost.binding.Sets.binding;
import static dev.agenthost.binding.Sets.disabled;
import static dev.agenthost.binding.Sets.filtered;
import static dev.agenthost.binding.Sets.withPriority;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.binding.Events;
import dev.agenthost.binding.Sets;
import dev.agenthost.binding.catalog.ActorFilter;
import dev.agenthost.binding.catalog.Binding;
import dev.agenthost.binding.catalog.BindingScope;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.run.ResolutionOutcome;
import dev.agenthost.protocol.run.UnboundReason;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class BindingResolverTest {
    /** From the most general to the most specific; all of them cover {@link Events#groupMessage()}. */
    private static final List<BindingScope> LADDER = List.of(
            WORKSPACE,
            BOT,
            new BindingScope.Channel("demo", null, "g1"),
            new BindingScope.Channel("demo", "group", "g1"),
            new BindingScope.Conversation("demo", "c1", null),
            new BindingScope.Conversation("demo", "c1", "t1"),
            new BindingScope.Actor(null, "ada"),
            new BindingScope.Actor("demo", "ada"));

    @Test
    void theMostSpecificScopeWinsWhateverPatternAndPriority() {
        for (int general = 0; general < LADDER.size(); general++) {
            for (int specific = general + 1; specific < LADDER.size(); specific++) {
                assertThat(resolve(
                                Events.groupMessage(),
                                withPriority(binding("general", LADDER.get(general), "message.received"), 100),
                                binding("specific", LADDER.get(specific), "*")))
                        .as("%s over %s", LADDER.get(specific), LADDER.get(general))
                        .isEqualTo("specific");
            }
        }
    }

    @Test
    void coversNoneButItsOwnScope() {
        List<BindingScope> others = List.of(
                new BindingScope.Bot("other"),
                new BindingScope.Channel("demo", "person", "g1"),
                new BindingScope.Channel("demo", null, "g2"),
                new BindingScope.Channel("other", null, "g1"),
                new BindingScope.Conversation("demo", "c1", "t2"),
                new BindingScope.Conversation("demo", "c2", null),
                new BindingScope.Conversation("other", "c1", null),
                new BindingScope.Actor(null, "eve"),
                new BindingScope.Actor("other", "ada"));
        for (BindingScope scope : others) {
            assertThat(resolve(Events.groupMessage(), binding("b", scope, "*")))
                    .as("%s", scope)
                    .isEqualTo("no_binding");
        }
    }

    @Test
    void coversNoOtherWorkspace() {
        assertThat(resolve(Events.messageOf("other", "demo", "c1"), binding("b", WORKSPACE, "*")))
                .isEqualTo("no_binding");
    }

    @Test
    void theMostSpecificPatternWinsWhateverPriority() {
        Binding any = withPriority(binding("any", BOT, "*"), 9);
        Binding prefix = withPriority(binding("prefix", BOT, "message.*"), 8);
        Binding exact = binding("exact", BOT, "message.received");

        assertThat(resolve(Events.groupMessage(), any, prefix, exact)).isEqualTo("exact");
        assertThat(resolve(Events.groupMessage(), any, prefix)).isEqualTo("prefix");
        assertThat(resolve(Events.groupMessage(), any)).isEqualTo("any");
    }

    @Test
    void aLongerPrefixWinsOverAShorter() {
        EventEnvelope event = Events.with(Events.groupMessage(), "event_type", "group.member.joined");

        assertThat(resolve(event, binding("shorter", BOT, "group.*"), binding("longer", BOT, "group.member.*")))
                .isEqualTo("longer");
    }

    @Test
    void aPatternCoversWholeWordsOnly() {
        EventEnvelope event = Events.with(Events.groupMessage(), "event_type", "messages.lost");

        assertThat(resolve(event, binding("b", BOT, "message.*"))).isEqualTo("no_binding");
    }

    @Test
    void theBestOfSeveralPatternsCounts() {
        assertThat(resolve(
                        Events.groupMessage(),
                        binding("both", BOT, "*", "message.received"),
                        binding("prefix", BOT, "message.*")))
                .isEqualTo("both");
    }

    @Test
    void theHigherPriorityWinsLast() {
        assertThat(resolve(
                        Events.groupMessage(),
                        withPriority(binding("low", BOT, "*"), -1),
                        withPriority(binding("high", BOT, "*"), 1),
                        binding("middle", BOT, "*")))
                .isEqualTo("high");
    }

    @Test
    void whatIsStillEqualIsAmbiguousAndSaysWhatToDo() {
        ResolutionOutcome outcome = BindingResolver.resolve(
                Events.groupMessage(), Sets.of(binding("b2", BOT, "*"), binding("b1", BOT, "*")));

        assertThat(outcome).isInstanceOfSatisfying(ResolutionOutcome.Ambiguous.class, ambiguous -> {
            assertThat(ambiguous.candidates()).containsExactly("b1", "b2");
            assertThat(ambiguous.detail()).contains("b1, b2").contains("priority");
        });
    }

    @Test
    void anActorTheFilterRefusesFallsThroughToTheNextScope() {
        ActorFilter notAda = new ActorFilter(null, null, List.of("ada"));

        assertThat(resolve(
                        Events.groupMessage(),
                        filtered(binding("near", new BindingScope.Conversation("demo", "c1", null), "*"), notAda),
                        binding("far", WORKSPACE, "*")))
                .isEqualTo("far");
    }

    @Test
    void filtersAskForTypeAndId() {
        Binding people = filtered(binding("b", BOT, "*"), new ActorFilter(List.of("user"), null, null));
        Binding bots = filtered(binding("b", BOT, "*"), new ActorFilter(List.of("bot"), null, null));
        Binding ada = filtered(binding("b", BOT, "*"), new ActorFilter(null, List.of("ada", "bob"), null));
        Binding bob = filtered(binding("b", BOT, "*"), new ActorFilter(null, List.of("bob"), null));
        Binding allButBob = filtered(binding("b", BOT, "*"), new ActorFilter(null, null, List.of("bob")));

        assertThat(resolve(Events.groupMessage(), people)).isEqualTo("b");
        assertThat(resolve(Events.groupMessage(), bots)).isEqualTo("filtered");
        assertThat(resolve(Events.groupMessage(), ada)).isEqualTo("b");
        assertThat(resolve(Events.groupMessage(), bob)).isEqualTo("filtered");
        assertThat(resolve(Events.groupMessage(), allButBob)).isEqualTo("b");
        assertThat(resolve(Events.ofNobody(), people)).isEqualTo("filtered");
        assertThat(resolve(Events.ofNobody(), ada)).isEqualTo("filtered");
        assertThat(resolve(Events.ofNobody(), allButBob)).isEqualTo("b");
    }

    @Test
    void namesTheFilterThatRefused() {
        Binding binding = filtered(binding("b1", BOT, "*"), new ActorFilter(null, List.of("eve"), null));

        assertThat(BindingResolver.resolve(Events.groupMessage(), Sets.of(binding)))
                .isInstanceOfSatisfying(ResolutionOutcome.Unbound.class, unbound -> {
                    assertThat(unbound.reason()).isEqualTo(UnboundReason.FILTERED);
                    assertThat(unbound.detail()).contains("b1").contains("actor_ids");
                });
    }

    @Test
    void aBindingThatIsOffAnswersNothingAndIsNamed() {
        assertThat(BindingResolver.resolve(Events.groupMessage(), Sets.of(disabled(binding("b1", BOT, "*")))))
                .isInstanceOfSatisfying(ResolutionOutcome.Unbound.class, unbound -> {
                    assertThat(unbound.reason()).isEqualTo(UnboundReason.BINDING_DISABLED);
                    assertThat(unbound.detail()).contains("b1").contains("disabled");
                });
    }

    @Test
    void aBindingThatIsOffMakesNothingAmbiguous() {
        assertThat(resolve(Events.groupMessage(), disabled(binding("off", BOT, "*")), binding("on", BOT, "*")))
                .isEqualTo("on");
    }

    @Test
    void freezesAgentAndVersions() {
        assertThat(BindingResolver.resolve(Events.groupMessage(), Sets.of(binding("b1", BOT, "*"))))
                .isInstanceOfSatisfying(ResolutionOutcome.Bound.class, bound -> {
                    assertThat(bound.binding().bindingId()).isEqualTo("b1");
                    assertThat(bound.binding().agentId()).isEqualTo("echo");
                    assertThat(bound.binding().runnerId()).hasToString("plugin:agenthost/echo/default");
                });
    }

    @Test
    void anEventOfARunIsAnsweredByTheBindingOfThatRun() {
        EventEnvelope response = ofParent(Events.groupMessage(), "asked", "plugin:agenthost/echo/default");
        Binding general = binding("asked", WORKSPACE, "message.received");

        assertThat(resolve(response, general, binding("specific", new BindingScope.Actor("demo", "ada"), "*")))
                .isEqualTo("asked");
    }

    @Test
    void anEventOfARunWhoseBindingIsGoneOffOrAnotherRunnersHasNoAnswer() {
        EventEnvelope response = ofParent(Events.groupMessage(), "asked", "plugin:agenthost/echo/default");
        EventEnvelope ofAnother = ofParent(Events.groupMessage(), "asked", "plugin:acme/other/default");
        Binding asked = binding("asked", BOT, "*");

        assertThat(unbound(response, binding("b1", BOT, "*"))).isEqualTo(UnboundReason.NO_BINDING);
        assertThat(unbound(ofAnother, asked)).isEqualTo(UnboundReason.NO_BINDING);
        assertThat(unbound(response, disabled(asked))).isEqualTo(UnboundReason.BINDING_DISABLED);
    }

    @Test
    void aDelegationIsAnsweredByTheMostSpecificBindingOfItsAgent() {
        ObjectNode task = delegation("echo");
        EventEnvelope event = delegated(Events.groupMessage(), task);
        Binding general = binding("general", WORKSPACE, "delegation.requested");
        Binding specific = binding("specific", BOT, "delegation.requested");

        assertThat(resolve(event, general, specific)).isEqualTo("specific");
        assertThat(BindingResolver.resolve(event, Sets.of(binding("chat", BOT, "message.received"))))
                .isEqualTo(new ResolutionOutcome.Unbound(
                        UnboundReason.NO_BINDING,
                        "No binding of agent echo covers events of type delegation.requested of bot " + event.botId()
                                + ". Create one with POST /api/v1/bindings."));
        assertThat(unbound(delegated(Events.groupMessage(), delegation("another")), general))
                .isEqualTo(UnboundReason.NO_BINDING);
    }

    @Test
    void aDelegationTakesRightsAwayAndItsAnswerStaysInside() {
        ObjectNode task = delegation("echo").put("run_seconds", 20);
        task.putObject("limits").putArray("host_apis").add("state").add("runs");
        EventEnvelope event = delegated(Events.groupMessage(), task);

        assertThat(BindingResolver.resolve(event, Sets.of(binding("b", BOT, "*"))))
                .isInstanceOfSatisfying(ResolutionOutcome.Bound.class, bound -> {
                    assertThat(bound.binding().resourcePolicy().hostApis()).containsExactly("state");
                    assertThat(bound.binding().deadlinePolicy().runSeconds()).isEqualTo(20);
                    assertThat(bound.binding().deliveryPolicy().target()).isNull();
                });
    }

    @Test
    void aContinuationOfADelegatedRunKeepsTheLimitsOfItsTask() {
        ObjectNode task = delegation("echo").put("run_seconds", 20);
        task.putObject("limits").putArray("host_apis").add("state");
        ObjectNode json = ProtocolCodec.tree(Events.groupMessage());
        parent(json, "b", "plugin:agenthost/echo/default").set("task", task);

        assertThat(BindingResolver.resolve(read(json), Sets.of(binding("b", BOT, "*"))))
                .isInstanceOfSatisfying(ResolutionOutcome.Bound.class, bound -> {
                    assertThat(bound.binding().resourcePolicy().hostApis()).containsExactly("state");
                    assertThat(bound.binding().deadlinePolicy().runSeconds()).isEqualTo(20);
                    assertThat(bound.binding().deliveryPolicy().target()).isNull();
                });
    }

    private static ObjectNode delegation(String agent) {
        return ProtocolCodec.mapper()
                .createObjectNode()
                .put("delegation_id", "d-1")
                .put("agent_id", agent);
    }

    private static UnboundReason unbound(EventEnvelope event, Binding... bindings) {
        return ((ResolutionOutcome.Unbound) BindingResolver.resolve(event, Sets.of(bindings))).reason();
    }

    private static EventEnvelope ofParent(EventEnvelope event, String bindingId, String runner) {
        ObjectNode json = ProtocolCodec.tree(event);
        ObjectNode parent = parent(json, bindingId, runner);
        assertThat(parent.has("delegation")).isFalse();
        return read(json);
    }

    private static EventEnvelope delegated(EventEnvelope event, ObjectNode delegation) {
        ObjectNode json = ProtocolCodec.tree(event);
        json.put("event_type", "delegation.requested");
        parent(json, "planner", "plugin:acme/planner/default").set("delegation", delegation);
        return read(json);
    }

    private static ObjectNode parent(ObjectNode json, String bindingId, String runner) {
        ObjectNode parent = json.putObject("parent")
                .put("run_id", UUID.randomUUID().toString())
                .put("binding_id", bindingId)
                .put("runner_id", runner);
        parent.putObject("lineage")
                .put("root_run_id", UUID.randomUUID().toString())
                .put("origin_run_id", UUID.randomUUID().toString())
                .put("depth", 1);
        return parent;
    }

    private static EventEnvelope read(ObjectNode json) {
        try {
            return ProtocolCodec.decode(json, EventEnvelope.class);
        } catch (UndecodableException e) {
            throw new IllegalStateException(e);
        }
    }

    @Property(tries = 300)
    void theOrderOfTheListDecidesNothing(@ForAll("bindings") List<Binding> bindings, @ForAll Random random) {
        ResolutionOutcome expected = BindingResolver.resolve(Events.groupMessage(), Sets.of(bindings));
        List<Binding> shuffled = new ArrayList<>(bindings);
        Collections.shuffle(shuffled, random);

        assertThat(BindingResolver.resolve(Events.groupMessage(), Sets.of(shuffled)))
                .isEqualTo(expected);
    }

    @Property(tries = 300)
    void isAmbiguousOnlyWhereTwoBindingsClash(@ForAll("bindings") List<Binding> bindings) {
        if (BindingResolver.resolve(Events.groupMessage(), Sets.of(bindings))
                instanceof ResolutionOutcome.Ambiguous ambiguous) {
            List<Binding> equals = bindings.stream()
                    .filter(binding -> ambiguous.candidates().contains(binding.bindingId()))
                    .toList();
            assertThat(equals.get(0).clashesWith(equals.get(1))).isTrue();
        }
    }

    @Provide
    Arbitrary<List<Binding>> bindings() {
        Arbitrary<Binding> one = Combinators.combine(
                        Arbitraries.of(LADDER),
                        Arbitraries.of("*", "message.*", "message.received", "group.*"),
                        Arbitraries.integers().between(0, 2),
                        Arbitraries.of(true, true, false),
                        Arbitraries.of(
                                ActorFilter.NONE,
                                new ActorFilter(List.of("user"), null, null),
                                new ActorFilter(null, null, List.of("ada"))))
                .as((scope, pattern, priority, enabled, filter) -> {
                    Binding binding = filtered(withPriority(binding("b", scope, pattern), priority), filter);
                    return enabled ? binding : disabled(binding);
                });
        return one.list().ofMaxSize(12).map(BindingResolverTest::numbered);
    }

    private static List<Binding> numbered(List<Binding> bindings) {
        List<Binding> numbered = new ArrayList<>();
        for (Binding b : bindings) {
            numbered.add(new Binding(
                    "b" + numbered.size(),
                    b.workspaceId(),
                    b.scope(),
                    b.eventTypes(),
                    b.filters(),
                    b.agentId(),
                    b.enabled(),
                    b.priority(),
                    b.narrow(),
                    b.version()));
        }
        return numbered;
    }

    /** The binding that answers, or why none does. */
    private static String resolve(EventEnvelope event, Binding... bindings) {
        return switch (BindingResolver.resolve(event, Sets.of(bindings))) {
            case ResolutionOutcome.Bound bound -> bound.binding().bindingId();
            case ResolutionOutcome.Unbound unbound -> unbound.reason().wire();
            case ResolutionOutcome.Ambiguous ambiguous -> "ambiguous";
        };
    }
}
