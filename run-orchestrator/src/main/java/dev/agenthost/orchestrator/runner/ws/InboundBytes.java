package dev.agenthost.orchestrator.runner.ws;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Counts the bytes of one socket that are no message yet, before anything collects them. It ends a connection that sends more than it
 * may, and reads a large message only when this process has room for one more. All of it runs on the socket's own thread.
 */
final class InboundBytes extends ChannelDuplexHandler {
    /** Bytes above which a message is large. What lies between two reads of a socket that is held is less. */
    static final int LARGE = 2 * 1024 * 1024;

    private static final int SECONDS_FOR_ONE = 20;

    /** Told once. */
    interface Excess {
        /** More came than may. */
        void tooLarge();

        /** The end of a large message does not come. */
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

    /** From now on messages may be large. */
    void unlimited() {
        most = Long.MAX_VALUE;
        pending = 0;
    }

    /** True if a large message waits unread for room. */
    boolean isWaiting() {
        return waits;
    }

    /** A whole message was worked on. */
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
                // What still comes is dropped, the answer to our close frame too; that frame has a moment to arrive.
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
