package dev.agenthost.im.discord.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.connection.AddressAnswer;
import dev.agenthost.im.discord.gateway.DiscordGatewayEffect.Close;
import dev.agenthost.im.discord.gateway.DiscordGatewayEffect.Connect;
import dev.agenthost.im.discord.gateway.DiscordGatewayEffect.Deliver;
import dev.agenthost.im.discord.gateway.DiscordGatewayEffect.Heartbeat;
import dev.agenthost.im.discord.gateway.DiscordGatewayEffect.Identify;
import dev.agenthost.im.discord.gateway.DiscordGatewayEffect.RequestAddress;
import dev.agenthost.im.discord.gateway.DiscordGatewayEffect.Resume;
import dev.agenthost.im.discord.gateway.DiscordGatewayEffect.ScheduleHeartbeat;
import dev.agenthost.im.discord.gateway.DiscordGatewayEffect.StartLater;
import dev.agenthost.im.discord.gateway.DiscordGatewayEffect.Stop;
import dev.agenthost.im.discord.gateway.DiscordGatewayInput.Addressed;
import dev.agenthost.im.discord.gateway.DiscordGatewayInput.Closed;
import dev.agenthost.im.discord.gateway.DiscordGatewayInput.GreetingOverdue;
import dev.agenthost.im.discord.gateway.DiscordGatewayInput.HeartbeatDue;
import dev.agenthost.im.discord.gateway.DiscordGatewayInput.Received;
import dev.agenthost.im.discord.gateway.DiscordGatewayInput.Start;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** The steps of https://docs.discord.com/developers/events/gateway#connection-lifecycle. */
class DiscordGatewayMachineTest {
    private static final DiscordSession SESSION = new DiscordSession("s1", "wss://resume.example", "900", 7);
    private static final DiscordFrame HELLO = new DiscordFrame.Hello(Duration.ofSeconds(40));
    private static final AddressAnswer ADDRESS =
            new AddressAnswer.Address("wss://gateway.example/?v=10&encoding=json", DiscordGatewayAnswer.TIMES);

    private DiscordGatewayState state = DiscordGatewayState.initial(null);

    @Example
    void aSessionBeginsWithGreetingAndIdentification() {
        assertThat(on(new Start())).containsExactly(new RequestAddress());
        assertThat(on(new Addressed(ADDRESS)))
                .containsExactly(new Connect("wss://gateway.example/?v=10&encoding=json"));
        assertThat(on(new Received(HELLO, 0.25)))
                .containsExactly(new ScheduleHeartbeat(Duration.ofSeconds(10)), new Identify());
        assertThat(on(new HeartbeatDue()))
                .containsExactly(new Heartbeat(null), new ScheduleHeartbeat(Duration.ofSeconds(40)));
        assertThat(on(received(new DiscordFrame.HeartbeatAcknowledgement()))).isEmpty();
        assertThat(on(received(ready()))).singleElement().isInstanceOf(Deliver.class);
        assertThat(on(received(event(2, "MESSAGE_CREATE"))))
                .singleElement()
                .isEqualTo(new Deliver(new DiscordDispatch("s1", 2, "MESSAGE_CREATE", data())));
        assertThat(on(new HeartbeatDue())).contains(new Heartbeat(2L));
        assertThat(state).isInstanceOfSatisfying(DiscordGatewayState.Established.class, established -> assertThat(
                        established.session())
                .isEqualTo(new DiscordSession("s1", "wss://resume.example", "900", 2)));
    }

    @Example
    void aStoredSessionIsResumedAndItsEventsAreDelivered() {
        state = DiscordGatewayState.initial(SESSION);

        assertThat(on(new Start())).containsExactly(new Connect("wss://resume.example/?v=10&encoding=json"));
        assertThat(on(received(HELLO))).contains(new Resume(SESSION));
        assertThat(on(received(event(8, "MESSAGE_CREATE")))).hasSize(1);
        assertThat(on(new HeartbeatDue())).contains(new Heartbeat(8L));
        assertThat(on(received(event(9, "RESUMED")))).hasSize(1);
        assertThat(state).isInstanceOf(DiscordGatewayState.Established.class);
    }

    /** The connection may be dead; it is not closed with 1000 or 1001, which would end the session. */
    @Example
    void aConnectionWithoutAcknowledgementIsReplaced() {
        establish();
        assertThat(on(new HeartbeatDue())).contains(new Heartbeat(1L));

        assertThat(on(new HeartbeatDue()))
                .containsExactly(
                        new Close(4000, "a heartbeat was not acknowledged"),
                        new StartLater(Duration.ZERO, Duration.ofSeconds(1)));
        assertThat(on(new Start())).singleElement().isInstanceOf(Connect.class);
    }

    @Example
    void aRequestedHeartbeatIsSentAtOnceAndIsNoSignOfADeadConnection() {
        establish();

        assertThat(on(received(new DiscordFrame.HeartbeatRequest()))).containsExactly(new Heartbeat(1L));
        assertThat(on(new HeartbeatDue())).contains(new Heartbeat(1L));
    }

    @Example
    void aRequestedConnectionResumesAtOnce() {
        establish();

        assertThat(on(received(new DiscordFrame.Reconnect())))
                .containsExactly(
                        new Close(4000, "the platform requests another connection"),
                        new StartLater(Duration.ZERO, Duration.ZERO));
        assertThat(on(new Start())).containsExactly(new Connect("wss://resume.example/?v=10&encoding=json"));
    }

    @Example
    void anInvalidSessionIsResumedOnlyIfItMayBe() {
        establish();
        assertThat(on(received(new DiscordFrame.InvalidSession(true))))
                .containsExactly(
                        new Close(4000, "the session is invalid now"),
                        new StartLater(Duration.ofSeconds(1), Duration.ofSeconds(5)));
        assertThat(on(new Start())).singleElement().isInstanceOf(Connect.class);

        establish();
        assertThat(on(received(new DiscordFrame.InvalidSession(false))))
                .containsExactly(
                        new Close(4000, "the session is invalid"),
                        new StartLater(Duration.ofSeconds(5), Duration.ofSeconds(10)));
        assertThat(on(new Start())).containsExactly(new RequestAddress());
    }

    /** A day has 1,000 starts of a session; beyond it the platform resets the token. */
    @Example
    void startsThatAreRefusedAgainAndAgainBecomeRare() {
        Duration least = Duration.ZERO;
        for (int i = 0; i < 12; i++) {
            on(new Start());
            on(new Addressed(ADDRESS));
            on(received(HELLO));
            least = later(on(received(new DiscordFrame.InvalidSession(false)))).least();
        }

        assertThat(least).isEqualTo(Duration.ofSeconds(60));
    }

    /** The table of https://docs.discord.com/developers/topics/opcodes-and-status-codes#gateway-gateway-close-event-codes. */
    @Example
    void eachCodeHasItsStep() {
        for (Integer code : List.of(1000, 1001, 1006, 4000, 4001, 4002, 4005, 4008, 4999)) {
            establish();
            assertThat(on(new Closed(code))).as("%d", code).singleElement().isInstanceOf(StartLater.class);
            assertThat(on(new Start())).singleElement().isInstanceOf(Connect.class);
        }
        establish();
        on(new Closed(null));
        assertThat(on(new Start())).singleElement().isInstanceOf(Connect.class);
        for (Integer code : List.of(4003, 4007, 4009)) {
            establish();
            on(new Closed(code));
            assertThat(on(new Start())).as("%d", code).containsExactly(new RequestAddress());
        }
        for (Integer code : List.of(4004, 4010, 4011, 4012, 4013, 4014)) {
            establish();
            assertThat(on(new Closed(code))).as("%d", code).singleElement().isInstanceOf(Stop.class);
            assertThat(on(new Start())).isEmpty();
            assertThat(on(received(HELLO))).isEmpty();
        }
    }

    @Example
    void aSessionOutlivesAnyTimeWithoutANetwork() {
        establish();
        on(new Closed(null));
        Duration without = Duration.ZERO;
        for (int i = 0; without.compareTo(Duration.ofHours(1)) < 0; i++) {
            boolean isAddressRequested = on(new Start()).contains(new RequestAddress());
            assertThat(isAddressRequested).isEqualTo(i >= 3);
            without = without.plus(later(on(isAddressRequested ? failedAddress() : new Closed(null)))
                    .least());
        }
        on(new Start());

        assertThat(on(new Addressed(ADDRESS))).containsExactly(new Connect("wss://resume.example/?v=10&encoding=json"));
        assertThat(on(received(HELLO))).last().isInstanceOf(Resume.class);
        on(received(event(2, "RESUMED")));
        assertThat(state).isInstanceOf(DiscordGatewayState.Established.class);
    }

    /** The answer shows that the platform can be reached; to resume a session costs no start, so the limit of them does not matter. */
    @Example
    void aSessionThatIsNotResumedAfterAnAddressIsGivenUp() {
        for (AddressAnswer answer : List.of(ADDRESS, new AddressAnswer.Limited("none", Duration.ofHours(4)))) {
            for (DiscordGatewayInput end : List.of(new GreetingOverdue(), new Closed(null), new Closed(4000))) {
                keepAwayThreeTimes();
                assertThat(on(new Start())).containsExactly(new RequestAddress());
                assertThat(on(new Addressed(answer))).singleElement().isInstanceOf(Connect.class);
                assertThat(on(end)).last().isInstanceOf(StartLater.class);
                assertThat(state).isEqualTo(new DiscordGatewayState.Idle(null, 4));
                assertThat(on(new Start())).containsExactly(new RequestAddress());
            }
        }
    }

    /** The request costs no start of a session, and one wrong answer must not end the attempts. */
    @Example
    void aRefusedTokenIsTriedAgainAfterTenMinutesAndTheSessionIsKept() {
        keepAwayThreeTimes();
        on(new Start());
        assertThat(on(new Addressed(new AddressAnswer.Refused("401"))))
                .containsExactly(new StartLater(
                        Duration.ofMinutes(10), Duration.ofMinutes(10).plusSeconds(5)));
        assertThat(on(new Start())).containsExactly(new RequestAddress());
        assertThat(on(new Addressed(ADDRESS))).containsExactly(new Connect("wss://resume.example/?v=10&encoding=json"));
    }

    /** Each identification takes one of a day's starts, and one is permitted in 5 s. */
    @Example
    void anIdentificationWithoutASessionIsRepeatedLessAndLessOften() {
        for (DiscordGatewayInput end : List.of(
                received(new DiscordFrame.Reconnect()),
                received(new DiscordFrame.InvalidSession(true)),
                received(event(1, "READY")),
                new Closed(4000),
                new Closed(4009))) {
            state = DiscordGatewayState.initial(null);
            List<Duration> delays = new ArrayList<>();
            for (int i = 0; i < 9; i++) {
                on(new Start());
                on(new Addressed(ADDRESS));
                on(received(HELLO));
                delays.add(later(on(end)).least());
            }
            assertThat(delays).as("%s", end).isSorted().startsWith(Duration.ofSeconds(5));
            assertThat(delays).as("%s", end).endsWith(Duration.ofSeconds(60));
        }
    }

    @Example
    void aResumptionThatIsNeverCompletedIsDelayedAndThenGivenUp() {
        for (DiscordFrame frame : List.of(new DiscordFrame.Reconnect(), new DiscordFrame.InvalidSession(true))) {
            state = DiscordGatewayState.initial(SESSION);
            for (int i = 0; i < 4; i++) {
                on(new Start());
                on(new Addressed(ADDRESS));
                assertThat(on(received(HELLO))).contains(new Resume(SESSION));
                assertThat(later(on(received(frame))).least()).isGreaterThanOrEqualTo(Duration.ofMillis(500L << i));
            }
            assertThat(state).isEqualTo(new DiscordGatewayState.Idle(null, 4));
        }
    }

    @Example
    void theRequestForAnAddressDecidesAboutTheAttempt() {
        on(new Start());
        assertThat(on(new Addressed(new AddressAnswer.Limited("none", Duration.ofHours(4)))))
                .containsExactly(
                        new StartLater(Duration.ofHours(4), Duration.ofHours(4).plusSeconds(5)));
        on(new Start());
        assertThat(on(failedAddress())).containsExactly(new StartLater(Duration.ofMillis(500), Duration.ofSeconds(1)));
        on(new Start());
        assertThat(on(failedAddress())).containsExactly(new StartLater(Duration.ofSeconds(1), Duration.ofSeconds(2)));
    }

    @Example
    void aReadyEventWithoutASessionIsAFailure() {
        on(new Start());
        on(new Addressed(ADDRESS));
        on(received(HELLO));

        assertThat(on(received(event(1, "READY"))))
                .hasSize(2)
                .first()
                .isEqualTo(new Close(4000, "READY has no session"));
    }

    /** Any inputs in any order: the sequence never decreases, and each connection is identified or resumed at most once. */
    @Property(tries = 2_000)
    void anyInputsHaveOneConnectionAtATime(@ForAll long seed) {
        Random random = new Random(seed);
        state = DiscordGatewayState.initial(random.nextBoolean() ? SESSION : null);
        int requested = 0;
        for (int i = 0; i < 60; i++) {
            DiscordGatewayState before = state;
            List<DiscordGatewayEffect> effects = on(input(random));
            long requests = effects.stream()
                    .filter(effect -> effect instanceof Identify || effect instanceof Resume)
                    .count();
            requested = effects.stream().anyMatch(Connect.class::isInstance) ? 0 : requested + (int) requests;
            assertThat(requested).isLessThanOrEqualTo(1);
            if (state instanceof DiscordGatewayState.Stopped) {
                assertThat(before instanceof DiscordGatewayState.Stopped ? effects : List.of())
                        .isEmpty();
            } else if (state instanceof DiscordGatewayState.Idle && !(before instanceof DiscordGatewayState.Idle)) {
                assertThat(effects).last().isInstanceOf(StartLater.class);
            }
            if (before instanceof DiscordGatewayState.Established one
                    && state instanceof DiscordGatewayState.Established other) {
                assertThat(other.session().sequence())
                        .isGreaterThanOrEqualTo(one.session().sequence());
            }
        }
    }

    private DiscordGatewayInput input(Random random) {
        return switch (random.nextInt(14)) {
            case 0, 1 -> new Start();
            case 2, 3 -> new Addressed(ADDRESS);
            case 4, 5 -> received(HELLO);
            case 6 -> received(ready());
            case 7 -> received(event(random.nextInt(50), random.nextBoolean() ? "RESUMED" : "MESSAGE_CREATE"));
            case 8 -> new HeartbeatDue();
            case 9 -> received(new DiscordFrame.HeartbeatAcknowledgement());
            case 10 -> received(new DiscordFrame.InvalidSession(random.nextBoolean()));
            case 11 -> new Closed(random.nextBoolean() ? null : 4000 + random.nextInt(16));
            case 12 -> new GreetingOverdue();
            default -> received(random.nextBoolean() ? new DiscordFrame.Reconnect() : new DiscordFrame.Unreadable());
        };
    }

    private void establish() {
        state = DiscordGatewayState.initial(null);
        on(new Start());
        on(new Addressed(ADDRESS));
        on(received(HELLO));
        on(received(ready()));
    }

    private void keepAwayThreeTimes() {
        state = DiscordGatewayState.initial(SESSION);
        for (int i = 0; i < 3; i++) {
            assertThat(on(new Start())).singleElement().isInstanceOf(Connect.class);
            on(i == 1 ? new GreetingOverdue() : new Closed(null));
        }
    }

    private static DiscordGatewayInput failedAddress() {
        return new Addressed(new AddressAnswer.Failed("502"));
    }

    private static StartLater later(List<DiscordGatewayEffect> effects) {
        return (StartLater) effects.getLast();
    }

    private List<DiscordGatewayEffect> on(DiscordGatewayInput input) {
        DiscordGatewayMachine.Step step = DiscordGatewayMachine.on(state, input);
        state = step.state();
        return new ArrayList<>(step.effects());
    }

    private static Received received(DiscordFrame frame) {
        return new Received(frame, 0.5);
    }

    private static DiscordFrame event(long sequence, String type) {
        return new DiscordFrame.Dispatch(sequence, type, data());
    }

    private static ObjectNode data() {
        return JsonNodeFactory.instance.objectNode();
    }

    private static DiscordFrame ready() {
        ObjectNode ready = data().put("session_id", "s1").put("resume_gateway_url", "wss://resume.example");
        ready.putObject("user").put("id", "900");
        return new DiscordFrame.Dispatch(1, "READY", ready);
    }
}
