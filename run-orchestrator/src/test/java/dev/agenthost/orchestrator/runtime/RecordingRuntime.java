package dev.agenthost.orchestrator.runtime;

import dev.agenthost.orchestrator.runner.Channel;
import dev.agenthost.orchestrator.wire.Backlog;
import dev.agenthost.orchestrator.wire.Frame;
import dev.agenthost.orchestrator.wire.SdkGeneration;
import dev.agenthost.orchestrator.wire.WireLink;
import dev.agenthost.platform.lease.Incarnation;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.hostapi.AgentApiError;
import dev.agenthost.protocol.id.RunnerId;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.function.Predicate;

/** One replica that keeps a runtime, on a clock of the test's own and without a socket: what one side sends, the other has. */
final class RecordingRuntime implements RuntimeKeeper.Watcher, Dialer {
    /** Claims of all replicas of a test. */
    static final class Claims implements RuntimeClaimRepository {
        final Map<String, Incarnation> held = new HashMap<>();
        final List<Incarnation> dead = new ArrayList<>();
        long epoch;

        @Override
        public Uni<OptionalLong> claim(String runtime, Incarnation incarnation) {
            Incarnation holder = held.get(runtime);
            if (holder != null && !holder.equals(incarnation) && !dead.contains(holder)) {
                return Uni.createFrom().item(OptionalLong.empty());
            }
            if (!incarnation.equals(holder)) {
                held.put(runtime, incarnation);
                epoch++;
            }
            return Uni.createFrom().item(OptionalLong.of(epoch));
        }
    }

    static final RuntimeTiming PACE = new RuntimeTiming(
            Duration.ofSeconds(60),
            Duration.ofSeconds(20),
            Duration.ofMillis(250),
            Duration.ofSeconds(30),
            Duration.ofSeconds(1),
            Duration.ofSeconds(60));

    final List<String> said = new ArrayList<>();
    final List<RuntimeConnection> live = new ArrayList<>();
    final List<String> served = new ArrayList<>();
    final Map<Frame.Kind, Integer> counted = new EnumMap<>(Frame.Kind.class);
    final RuntimeKeeper keeper;
    private final ScriptedRuntime runtime;
    Incarnation mine = new Incarnation(UUID.randomUUID());
    boolean mayAct = true;
    String refusal;
    int dials;
    long now;
    private Line line;

    RecordingRuntime(ScriptedRuntime runtime, SdkGeneration generation, Claims claims) {
        this.runtime = runtime;
        this.keeper = new RuntimeKeeper(
                RuntimeSettingsTest.settings(generation),
                new RuntimeClaims(claims, () -> mine, incarnation -> mayAct && incarnation.equals(mine)),
                this,
                new RuntimeConnectionFactory(
                        "agenthost", () -> "c" + dials, PACE, Backlog.Bounds.USUAL, this::asked, () -> now),
                new BackOff(PACE.first(), PACE.longest(), () -> 1.0),
                Runnable::run,
                () -> now,
                this);
    }

    /** The clock goes on, and the keeper looks four times a second. */
    RecordingRuntime after(Duration time) {
        long until = now + time.toNanos();
        while (now < until) {
            now = Math.min(until, now + 250_000_000L);
            keeper.tick();
        }
        return this;
    }

    /** The runtime sends so many answers to nothing. */
    void invalid(int texts) {
        for (int i = 0; i < texts; i++) {
            line.received("{\"seq_id\":-1,\"code\":0}");
        }
    }

    RuntimeConnection connection() {
        return live.getLast();
    }

    @Override
    public void dial(RuntimeSettings to, Line line) {
        dials++;
        this.line = line;
        if (refusal != null) {
            line.failed(refusal);
            return;
        }
        var wire = new ScriptedRuntime.Socket() {
            private boolean closed;

            @Override
            public void send(String text) {
                if (!closed) {
                    line.received(text);
                }
            }

            @Override
            public void close(int code) {
                if (!closed) {
                    closed = true;
                    line.closed("closed " + code);
                }
            }
        };
        RuntimePeer peer = runtime.connected(wire);
        line.opened(new Channel() {
            @Override
            public void send(String text) {
                peer.received(text);
            }

            @Override
            public long unread() {
                return 0;
            }

            @Override
            public void hold() {
                said.add("held");
            }

            @Override
            public void release() {
                said.add("released");
            }

            @Override
            public void close(int code, String reason) {
                said.add("socket closed");
                wire.closed = true;
            }
        });
    }

    private void asked(String connectionId, Frame.Request request, Predicate<RunnerId> from, WireLink.Reply reply) {
        RunnerId answers = new RunnerId("acme", "answers", "default");
        if (from.test(answers)) {
            served.add(connectionId + " " + request.action());
            reply.success(request.data());
        } else {
            reply.refused(AgentApiError.of(FailureCode.UNAUTHORIZED, "mismatch"));
        }
    }

    @Override
    public void ready(RuntimeConnection connection) {
        said.add("ready");
        live.add(connection);
    }

    @Override
    public void changed(RuntimeConnection connection) {
        said.add("runners " + connection.runners().size());
    }

    @Override
    public void misunderstood(RuntimeConnection connection, Frame.Invalid invalid, boolean first) {
        counted.merge(invalid.kind(), 1, Integer::sum);
        if (first) {
            said.add("not understood");
        }
    }

    @Override
    public void roomier(RuntimeConnection connection) {}

    @Override
    public void ended(RuntimeConnection connection, String why) {
        said.add("ended: " + why);
        live.remove(connection);
    }

    @Override
    public void troubled(RuntimeSettings settings, String why) {
        said.add("trouble: " + why);
    }

    @Override
    public void letGo(RuntimeSettings settings) {
        said.add("let go");
    }
}
