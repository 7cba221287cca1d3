package dev.agenthost.runners.acpagent.rpc;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The two streams of an agent, each with a thread of its own: one reads its output, one writes its input, and the caller waits for
 * neither. Unread output is bounded, so an agent that writes without end has to wait.
 */
public final class StreamTransport implements AutoCloseable {
    static final int LONGEST_LINE = 8 * 1024 * 1024;
    private static final int WAITING_BYTES = 2 * LONGEST_LINE;
    private static final int WAITING_LINES = 1024;

    private final BlockingQueue<IncomingMessage> incoming = new LinkedBlockingQueue<>();
    private final BlockingQueue<byte[]> outgoing = new LinkedBlockingQueue<>(WAITING_LINES);
    private final Semaphore bytes = new Semaphore(WAITING_BYTES);
    private final Semaphore lines = new Semaphore(WAITING_LINES);
    private final OutputStream to;
    private final Thread reader;
    private final Thread writer;

    public StreamTransport(String name, InputStream from, OutputStream to) {
        this.to = to;
        // A pipe holds its thread while it waits, so these are not virtual.
        this.reader =
                Thread.ofPlatform().daemon().name(name + "-reader").start(() -> read(new BufferedInputStream(from)));
        this.writer = Thread.ofPlatform().daemon().name(name + "-writer").start(this::write);
    }

    /** @return false if too much input waits for the agent */
    boolean send(ObjectNode message) {
        return outgoing.offer(ProtocolCodec.encode(message));
    }

    /** @return null if nothing arrived within the time */
    @Nullable
    IncomingMessage next(long millis) throws InterruptedException {
        IncomingMessage next = incoming.poll(millis, TimeUnit.MILLISECONDS);
        if (next instanceof IncomingMessage.Line line) {
            bytes.release(line.bytes().length);
            lines.release();
        }
        return next;
    }

    /** Closes the agent's input: nothing more is sent. */
    public void hangUp() {
        writer.interrupt();
    }

    @Override
    public void close() {
        hangUp();
        reader.interrupt();
    }

    private void read(InputStream from) {
        try {
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            for (int next = from.read(); next >= 0; next = from.read()) {
                if (next != '\n') {
                    if (line.size() == LONGEST_LINE) {
                        incoming.add(new IncomingMessage.TooLong());
                        return;
                    }
                    line.write(next);
                } else if (line.size() > 0) {
                    bytes.acquire(line.size());
                    lines.acquire();
                    incoming.add(new IncomingMessage.Line(line.toByteArray()));
                    line = new ByteArrayOutputStream();
                }
            }
        } catch (IOException | InterruptedException gone) {
            // The same as its end.
        }
        incoming.add(new IncomingMessage.Ended());
    }

    private void write() {
        try (to) {
            while (true) {
                to.write(outgoing.take());
                to.write('\n');
                to.flush();
            }
        } catch (IOException | InterruptedException gone) {
            // The agent reads no more input, so nothing more is written.
        }
    }
}
