package dev.agenthost.gateway.intake.discord;

import dev.agenthost.platform.egress.http.EgressSocketClient;
import dev.agenthost.platform.egress.http.WebSocketResult;
import io.vertx.core.Context;
import io.vertx.core.http.WebSocket;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One WebSocket to the gateway. Its messages and its end are signals; it may be used before it is open. For any thread. */
final class DiscordSocket {
    private static final short TOO_LARGE = 1009;

    private final Context context;
    private final Consumer<DiscordSignal> signals;

    // Used on the context only.
    private @Nullable WebSocket open;
    private boolean isClosed;
    private short code;
    private String reason = "the platform closed it or the network broke";

    private DiscordSocket(Context context, Consumer<DiscordSignal> signals) {
        this.context = context;
        this.signals = signals;
    }

    /** Begins to open one. */
    static DiscordSocket connect(
            EgressSocketClient client, Context context, String url, Consumer<DiscordSignal> signals) {
        DiscordSocket socket = new DiscordSocket(context, signals);
        context.runOnContext(now -> client.open(url)
                .onSuccess(socket::answered)
                .onFailure(failure -> socket.ended(null, failure.getClass().getSimpleName())));
        return socket;
    }

    /** Called on the context, before the socket is read. */
    private void answered(WebSocketResult result) {
        switch (result) {
            case WebSocketResult.Opened(WebSocket opened) -> opened(opened);
            case WebSocketResult.Rejected rejected -> ended(null, "status " + rejected.status() + " of the upgrade");
            case WebSocketResult.Invalid(String why) -> ended(null, why);
            case WebSocketResult.Forbidden(String why) -> ended(null, why + ": agenthost.egress.allow");
            case WebSocketResult.Unreachable(String why) -> ended(null, why);
        }
    }

    private void opened(WebSocket opened) {
        open = opened;
        opened.textMessageHandler(text -> signals.accept(new DiscordSignal.Text(this, text)));
        // Vert.x reports a message over the limit, and does not close the connection.
        opened.exceptionHandler(broken -> closeNow(TOO_LARGE, "a message is too large or broken: " + broken));
        opened.closeHandler(end -> ended(opened.closeStatusCode(), reason));
        if (isClosed) {
            closeNow(code, reason);
        }
    }

    private void ended(@Nullable Short endCode, String why) {
        signals.accept(new DiscordSignal.Ended(this, endCode == null ? null : endCode.intValue(), why));
    }

    void write(String text) {
        context.runOnContext(now -> {
            if (open != null && !open.isClosed()) {
                open.writeTextMessage(text);
            }
        });
    }

    /** Reads no further message until {@link #resume()}. */
    void pause() {
        context.runOnContext(now -> {
            if (open != null) {
                open.pause();
            }
        });
    }

    void resume() {
        context.runOnContext(now -> {
            if (open != null) {
                open.resume();
            }
        });
    }

    /** @param closeCode of the WebSocket: with 1000 and 1001, the platform ends the session */
    void close(int closeCode, String why) {
        context.runOnContext(now -> closeNow((short) closeCode, why));
    }

    private void closeNow(short closeCode, String why) {
        isClosed = true;
        code = closeCode;
        reason = why;
        if (open != null && !open.isClosed()) {
            open.close(closeCode, why.length() <= 100 ? why : why.substring(0, 100));
        }
    }
}
