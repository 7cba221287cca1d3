package dev.agenthost.orchestrator.runner.ws;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Counts the bytes of one socket that do not form a message yet, before a buffer collects them. Closes a connection that exceeds its limit.
 * Reads a large message only if this process has capacity for one more. Runs on the socket's own thread.
 */
final class InboundBytes extends ChannelDuplexHandler {
    /** Bytes above which a message is large. The bytes between two reads of a paused socket are fewer. */
    static final int LARGE = 2 * 1024 * 1024;

    private static final int SECONDS_FOR_ONE = 20;

    /** Receives one call at most. */
    interface Excess {
        /** The connection exceeded its limit. */
        void tooLarge();

        /** The end of a large message is overdue. */
        void unfinished();
    }

    private final LargeMessages large;
    private final Excess excess;
    private long most;
    private long pending;
    private boolean over;
    private boolean holds;
    private volatile boolean waits;
    private boolean wantsToRead;
    private Runnable later = () -> {};
    private @Nullable ScheduledFuture<?> bound;

    /** @param most bytes until {@link #unlimited} */
    InboundBytes(LargeMessages large, long most, Excess excess) {
        this.large = large;
        this.most = most;
        this.excess = excess;
    }

    /** Permits large messages from now on. */
    void unlimited() {
        most = Long.MAX_VALUE;
        pending = 0;
    }

    /** Returns true if a large message waits unread for capacity. */
    boolean isWaiting() {
        return waits;
    }

    /** Called when a whole message is processed. */
    void worked() {
        if (most == Long.MAX_VALUE) {
            pending = 0;
            giveBack();
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (message instanceof ByteBuf bytes) {
            pending += bytes.readableBytes();
        }
        if (over || pending > most) {
            ReferenceCountUtil.release(message);
            if (!over) {
                over = true;
                excess.tooLarge();
                // Later data is dropped, and the reply to the host's close frame too; that frame has a moment to
                // arrive.
                context.executor().schedule(() -> context.close(), 1, TimeUnit.SECONDS);
            }
            return;
        }
        if (pending > LARGE && !holds && !waits) {
            later = () -> context.executor().execute(() -> granted(context));
            if (large.take(later)) {
                takes(context);
            } else {
                waits = true;
            }
        }
        context.fireChannelRead(message);
    }

    @Override
    public void read(ChannelHandlerContext context) {
        if (waits) {
            wantsToRead = true;
        } else {
            context.read();
        }
    }

    private void granted(ChannelHandlerContext context) {
        if (!waits) {
            large.giveBack();
            return;
        }
        waits = false;
        takes(context);
        if (wantsToRead) {
            wantsToRead = false;
            context.read();
        }
    }

    private void takes(ChannelHandlerContext context) {
        holds = true;
        bound = context.executor().schedule(excess::unfinished, SECONDS_FOR_ONE, TimeUnit.SECONDS);
    }

    private void giveBack() {
        ScheduledFuture<?> timer = bound;
        if (timer != null) {
            timer.cancel(false);
            bound = null;
        }
        if (holds) {
            holds = false;
            large.giveBack();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        over = true;
        large.forget(later);
        waits = false;
        giveBack();
        context.fireChannelInactive();
    }
}
