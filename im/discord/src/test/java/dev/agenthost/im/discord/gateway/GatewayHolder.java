package dev.agenthost.im.discord.gateway;

import dev.agenthost.im.chat.connection.AddressAnswer;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.ClientWebSocket;
import io.vertx.core.http.WebSocket;
import io.vertx.core.http.WebSocketClient;
import io.vertx.core.http.WebSocketConnectOptions;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Holds a connection to a scripted gateway as {@link DiscordGatewayMachine} decides, with shorter times between attempts. */
final class GatewayHolder {
    private static final long LONGEST_WAIT_MILLIS = 30;

    private final Vertx vertx;
    private final Context context;
    private final WebSocketClient client;
    private final String token;
    private final int intents;
    private final Supplier<AddressAnswer> address;
    private final List<DiscordDispatch> delivered = new CopyOnWriteArrayList<>();
    private final AtomicInteger attempts = new AtomicInteger();
    private volatile DiscordGatewayState state;
    private volatile boolean hasNetwork = true;
    private @Nullable WebSocket socket;
    private long heartbeat = -1;

    GatewayHolder(
            Vertx vertx, String token, int intents, @Nullable DiscordSession session, Supplier<AddressAnswer> address) {
        this.vertx = vertx;
        this.context = vertx.getOrCreateContext();
        this.client = vertx.createWebSocketClient();
        this.token = token;
        this.intents = intents;
        this.address = address;
        this.state = DiscordGatewayState.initial(session);
    }

    void start() {
        give(new DiscordGatewayInput.Start());
    }

    /** Takes the network away, or restores it: without it, there is neither an address nor a new connection. */
    void network(boolean isThere) {
        hasNetwork = isThere;
    }

    /** Returns the number of attempts to connect. */
    int attempts() {
        return attempts.get();
    }

    DiscordGatewayState state() {
        return state;
    }

    List<DiscordDispatch> delivered() {
        return List.copyOf(delivered);
    }

    private void give(DiscordGatewayInput input) {
        context.runOnContext(now -> {
            DiscordGatewayMachine.Step step = DiscordGatewayMachine.on(state, input);
            state = step.state();
            step.effects().forEach(this::perform);
        });
    }

    private void perform(DiscordGatewayEffect effect) {
        switch (effect) {
            case DiscordGatewayEffect.RequestAddress request ->
                give(new DiscordGatewayInput.Addressed(
                        hasNetwork ? address.get() : new AddressAnswer.Failed("no network")));
            case DiscordGatewayEffect.Connect(String url) -> connect(url);
            case DiscordGatewayEffect.Identify identify -> write(DiscordFrame.identify(token, intents));
            case DiscordGatewayEffect.Resume(DiscordSession session) -> write(DiscordFrame.resume(token, session));
            case DiscordGatewayEffect.Heartbeat(Long sequence) -> write(DiscordFrame.heartbeat(sequence));
            case DiscordGatewayEffect.ScheduleHeartbeat(var after) -> {
                vertx.cancelTimer(heartbeat);
                heartbeat = vertx.setTimer(
                        Math.max(1, after.toMillis()), due -> give(new DiscordGatewayInput.HeartbeatDue()));
            }
            case DiscordGatewayEffect.Deliver(DiscordDispatch dispatch) -> delivered.add(dispatch);
            case DiscordGatewayEffect.Close(int code, String why) -> {
                WebSocket closed = socket;
                socket = null;
                vertx.cancelTimer(heartbeat);
                if (closed != null) {
                    closed.close((short) code);
                }
            }
            case DiscordGatewayEffect.StartLater(var least, var most) ->
                vertx.setTimer(Math.clamp(least.toMillis(), 1, LONGEST_WAIT_MILLIS), due -> {
                    attempts.incrementAndGet();
                    give(new DiscordGatewayInput.Start());
                });
            case DiscordGatewayEffect.Stop stop -> vertx.cancelTimer(heartbeat);
        }
    }

    /** The handlers are set before the connection is open, so that its greeting is not missed. */
    private void connect(String url) {
        if (!hasNetwork) {
            give(new DiscordGatewayInput.Closed(null));
            return;
        }
        ClientWebSocket opened = client.webSocket();
        socket = opened;
        opened.textMessageHandler(text -> context.runOnContext(now -> {
            if (opened == socket) {
                give(new DiscordGatewayInput.Received(DiscordFrame.read(text), 0.1));
            }
        }));
        opened.closeHandler(closed -> context.runOnContext(now -> ended(opened, opened.closeStatusCode())));
        opened.connect(new WebSocketConnectOptions().setAbsoluteURI(url))
                .onFailure(why -> context.runOnContext(now -> ended(opened, null)));
    }

    private void ended(WebSocket closed, @Nullable Short code) {
        if (closed == socket) {
            socket = null;
            vertx.cancelTimer(heartbeat);
            give(new DiscordGatewayInput.Closed(code == null ? null : code.intValue()));
        }
    }

    private void write(String text) {
        WebSocket open = socket;
        if (open != null) {
            open.writeTextMessage(text);
        }
    }
}
