package dev.agenthost.orchestrator.grant;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.orchestrator.ClaimedRuns;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.runner.AgentRunnerPermissions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A run reads its own conversation and thread, and others only as far as a policy permits. */
class HistoryReachTest extends GrantCase {
    private static final ScopeRequest ELSEWHERE = new ScopeRequest("conv-2", null);
    private static final ScopeRequest OTHER_THREAD = new ScopeRequest(null, "t-2");

    @ParameterizedTest
    @CsvSource({
        "history events, own",
        "history events history.thread, conversation",
        "history events history.bot, bot",
        "history events history.bot history.thread, bot",
        "history events History.bot historybot bot history., own",
    })
    void reachesAsFarAsThePolicysWordsSay(String hostApis, String reach) throws UndecodableException {
        Grant grant = wide(everything(), hostApis, ClaimedRuns.message());

        assertThat(HistoryReach.of(grant.resources()).wire()).isEqualTo(reach);
        assertThat(CanonicalGrant.of(grant).summary()).contains("history_reach=" + reach);
        JsonNode capabilities = ProtocolCodec.tree(grant.resources());
        assertThat(capabilities.at("/platform_capabilities/history_reach").asText("own"))
                .isEqualTo(reach);
        Grant decoded = ProtocolCodec.decode(ProtocolCodec.encode(grant), Grant.class);
        assertThat(HistoryReach.of(decoded.resources())).isEqualTo(HistoryReach.of(grant.resources()));
        assertThat(CanonicalGrant.of(decoded).sha256())
                .isEqualTo(CanonicalGrant.of(grant).sha256());
    }

    /** Grants that were frozen before this field existed keep their digest. */
    @Test
    void omitsTheDefaultReach() {
        Grant usual = wide(everything(), "history events", ClaimedRuns.message());
        Grant wider = wide(everything(), "history events history.thread", ClaimedRuns.message());

        assertThat(usual.resources().platformCapabilities()).isEmpty();
        assertThat(CanonicalGrant.of(wider).sha256())
                .isNotEqualTo(CanonicalGrant.of(usual).sha256());
    }

    @Test
    void aWiderReachRequiresAPermissionAndAConversation() {
        AgentRunnerPermissions models = AgentRunnerPermissions.of(Map.of("models", List.of("invoke")));

        assertThat(HistoryReach.of(wide(models, "history events history.bot", ClaimedRuns.message())
                        .resources()))
                .isEqualTo(HistoryReach.OWN);
        Grant alone = wide(everything(), "history events history.bot", ClaimedRuns.schedule());
        assertThat(HistoryReach.of(alone.resources())).isEqualTo(HistoryReach.OWN);
        assertThat(denied(alone, new AccessRequest.Event(ELSEWHERE)).code()).isEqualTo(FailureCode.UNAUTHORIZED);
        assertThat(Grant.check(alone, new AccessRequest.Event(ScopeRequest.OWN)))
                .isEqualTo(new AccessDecision.Allowed());
        assertThat(denied(alone, new AccessRequest.History(ELSEWHERE)).code()).isEqualTo(FailureCode.UNAUTHORIZED);
    }

    @Test
    void aWiderReachGrantsNoCallThatIsNotGranted() {
        AgentRunnerPermissions pages = AgentRunnerPermissions.of(Map.of("history", List.of("page")));
        Grant grant = wide(pages, "history history.bot", ClaimedRuns.message());

        assertThat(Grant.check(grant, new AccessRequest.History(ELSEWHERE))).isEqualTo(new AccessDecision.Allowed());
        for (AccessRequest other : List.of(
                new AccessRequest.Search(ELSEWHERE),
                new AccessRequest.Event(ELSEWHERE),
                new AccessRequest.Events(ELSEWHERE))) {
            assertThat(denied(grant, other).reason()).contains("access not authorized");
        }
        Grant wordOnly = wide(everything(), "history.bot", ClaimedRuns.message());
        assertThat(denied(wordOnly, new AccessRequest.History(ScopeRequest.OWN)).code())
                .isEqualTo(FailureCode.UNAUTHORIZED);
        assertThat(denied(wordOnly, new AccessRequest.History(ELSEWHERE)).code())
                .isEqualTo(FailureCode.UNAUTHORIZED);
    }

    @Test
    void aRefusalDoesNotRevealIfAScopeExists() {
        Grant usual = wide(everything(), "history events", ClaimedRuns.message());

        assertThat(denied(usual, new AccessRequest.History(ELSEWHERE)).reason())
                .isEqualTo("This conversation is not accessible")
                .isEqualTo(denied(usual, new AccessRequest.History(new ScopeRequest("never-was", "t-9")))
                        .reason());
        assertThat(denied(usual, new AccessRequest.Search(OTHER_THREAD)).reason())
                .isEqualTo("This thread is not accessible");
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                // request of a run in conversation c and thread t: resolved scope and required reach
                "-, -, t, c, t, OWN",
                "c, -, t, c, t, OWN",
                "c, t, t, c, t, OWN",
                "-, '', t, c, -, CONVERSATION",
                "-, u, t, c, u, CONVERSATION",
                "c, u, t, c, u, CONVERSATION",
                "-, '', -, c, -, OWN",
                "-, u, -, c, u, CONVERSATION",
                "d, -, t, d, -, BOT",
                "d, t, t, d, t, BOT",
                "d, '', -, d, -, BOT",
                "C, -, -, C, -, BOT"
            })
    void resolvesAScopeRelativeToTheRun(
            String conversation,
            String thread,
            String ownThread,
            String there,
            String thereThread,
            HistoryReach needed) {
        assertThat(new ScopeRequest(conversation, thread).from("c", ownThread))
                .isEqualTo(new ScopeRef(there, thereThread, needed));
    }

    @Property(tries = 500)
    void neverReachesBeyondAnyOfItsParts(
            @ForAll("words") Set<String> hostApis,
            @ForAll("permissions") AgentRunnerPermissions permissions,
            @ForAll("places") ScopeRequest place,
            @ForAll boolean inConversation) {
        EventEnvelope event = inConversation ? ClaimedRuns.message() : ClaimedRuns.schedule();
        Grant grant = freeze(permissions, policyWithApis(List.copyOf(hostApis)), event, HostPolicy.NOW);

        HistoryReach needed = grant.resolve(place).needed();
        boolean covered =
                switch (needed) {
                    case OWN -> true;
                    case CONVERSATION ->
                        inConversation && (hostApis.contains("history.thread") || hostApis.contains("history.bot"));
                    case BOT -> inConversation && hostApis.contains("history.bot");
                };
        boolean history = inConversation && hostApis.contains("history");
        boolean events = hostApis.contains("events");
        assertThat(allows(grant, new AccessRequest.History(place)))
                .isEqualTo(covered && history && permissions.history().contains("page"));
        assertThat(allows(grant, new AccessRequest.Search(place)))
                .isEqualTo(covered && history && permissions.history().contains("search"));
        assertThat(allows(grant, new AccessRequest.Event(place)))
                .isEqualTo(covered && events && permissions.events().contains("get"));
        assertThat(allows(grant, new AccessRequest.Events(place)))
                .isEqualTo(covered
                        && events
                        && inConversation
                        && permissions.events().contains("page"));
    }

    /** A binding only removes policy words: with fewer of them the reach never grows. */
    @Property(tries = 300)
    void fewerPermissionsNeverWidenTheReach(
            @ForAll("words") Set<String> more,
            @ForAll("words") Set<String> retained,
            @ForAll("places") ScopeRequest place) {
        Grant whole = freeze(everything(), policyWithApis(List.copyOf(more)), ClaimedRuns.message(), HostPolicy.NOW);
        List<String> remaining = more.stream().filter(retained::contains).toList();
        Grant narrowed = freeze(everything(), policyWithApis(remaining), ClaimedRuns.message(), HostPolicy.NOW);

        for (AccessRequest access : List.of(
                new AccessRequest.History(place),
                new AccessRequest.Search(place),
                new AccessRequest.Event(place),
                new AccessRequest.Events(place))) {
            assertThat(!allows(narrowed, access) || allows(whole, access)).isTrue();
        }
    }

    @Provide
    Arbitrary<Set<String>> words() {
        return Arbitraries.of("history", "events", "history.thread", "history.bot", "runs", "raw")
                .set();
    }

    @Provide
    Arbitrary<AgentRunnerPermissions> permissions() {
        return Combinators.combine(
                        Arbitraries.of("page", "search").set(),
                        Arbitraries.of("get", "page").set())
                .as((history, events) -> AgentRunnerPermissions.of(
                        Map.of("history", List.copyOf(history), "events", List.copyOf(events))));
    }

    @Provide
    Arbitrary<ScopeRequest> places() {
        return Combinators.combine(
                        Arbitraries.of("conv-1", "conv-2", "").injectNull(0.3),
                        Arbitraries.of("t-1", "").injectNull(0.4))
                .as(ScopeRequest::new);
    }

    private static boolean allows(Grant grant, AccessRequest access) {
        return Grant.check(grant, access) instanceof AccessDecision.Allowed;
    }

    private static Grant wide(AgentRunnerPermissions permissions, String hostApis, EventEnvelope event) {
        return freeze(permissions, policyWithApis(List.of(hostApis.split(" "))), event, HostPolicy.NOW);
    }
}
