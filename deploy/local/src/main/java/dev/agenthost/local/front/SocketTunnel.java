package dev.agenthost.local.front;

import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.impl.ConnectionBase;

/**
 * Forwards a WebSocket: its handshake, then bytes both ways at the pace of the slower side. The proxy of Vert.x has no such
 * backpressure: it would hold in memory all bytes that a service does not read.
 */
final class SocketTunnel {
    /** Bytes that wait in memory to be written. */
    private static final int WAITING_BYTES = 16 * 1024;
    /** The most that is read at once. */
    private static final int READ_BYTES = 16 * 1024;
    /**
     * The requested size of the system's buffers on each side; Linux allocates twice as much. Without a bound Linux buffers
     * megabytes of a flood, and a ping of its sender waits behind all of them. Much less than a segment of the loopback interface,
     * 64 KiB, makes it wait for acknowledgements.
     */
    private static final int RECEIVED_BYTES = 48 * 1024;

    private static final int SENT_BYTES = 24 * 1024;

    private static final int SWITCHING_PROTOCOLS = 101;

    private SocketTunnel() {}

    static boolean isAsked(HttpServerRequest request) {
        return request.method() == HttpMethod.GET
                && "websocket".equalsIgnoreCase(request.getHeader(HttpHeaders.UPGRADE));
    }

    /** @param replica a request to the service, not sent yet */
    static void pass(HttpServerRequest asked, Future<HttpClientRequest> replica) {
        asked.pause();
        replica.compose(request -> handshake(asked, request))
                .onSuccess(answer -> answered(asked, answer))
                .onFailure(away -> Problems.badGateway().send(asked.resume().response()));
    }

    private static Future<HttpClientResponse> handshake(HttpServerRequest asked, HttpClientRequest request) {
        request.setMethod(HttpMethod.GET).setURI(asked.uri());
        asked.headers().forEach(header -> {
            if (!header.getKey().equalsIgnoreCase("host") && !header.getKey().equalsIgnoreCase("connection")) {
                request.headers().add(header.getKey(), header.getValue());
            }
        });
        request.putHeader(HttpHeaders.CONNECTION, HttpHeaders.UPGRADE);
        return request.connect();
    }

    private static void answered(HttpServerRequest asked, HttpClientResponse answer) {
        asked.response().setStatusCode(answer.statusCode());
        asked.response().headers().setAll(answer.headers());
        if (answer.statusCode() != SWITCHING_PROTOCOLS) {
            asked.resume();
            answer.body().onSuccess(asked.response()::end).onFailure(broken -> asked.connection()
                    .close());
            return;
        }
        NetSocket service = answer.netSocket();
        service.pause();
        Channel callersChannel = bounded(asked.connection());
        Channel servicesChannel = bounded(answer.request().connection());
        asked.toNetSocket()
                .onSuccess(caller -> {
                    new Direction(caller, callersChannel, service, servicesChannel).flow();
                    new Direction(service, servicesChannel, caller, callersChannel).flow();
                })
                .onFailure(gone -> service.close());
    }

    private static Channel bounded(HttpConnection connection) {
        Channel channel = ((ConnectionBase) connection).channel();
        channel.config().setRecvByteBufAllocator(new AdaptiveRecvByteBufAllocator(1024, 4096, READ_BYTES));
        channel.config().setOption(ChannelOption.SO_RCVBUF, RECEIVED_BYTES);
        channel.config().setOption(ChannelOption.SO_SNDBUF, SENT_BYTES);
        return channel;
    }

    /**
     * One direction; the end of one side reaches the other after all bytes that were read. It uses the channels directly: a paused
     * socket of Vert.x reads ahead, and a socket of its HTTP client reports neither that it is full nor that it has written.
     */
    private static final class Direction {
        private final NetSocket from;
        private final Channel read;
        private final NetSocket to;
        private final Channel written;
        private int waiting;

        Direction(NetSocket from, Channel read, NetSocket to, Channel written) {
            this.from = from;
            this.read = read;
            this.to = to;
            this.written = written;
        }

        void flow() {
            from.handler(this::pass);
            from.endHandler(end -> to.end());
            from.exceptionHandler(broken -> to.close());
            from.resume();
        }

        private void pass(Buffer bytes) {
            waits(bytes.length());
            written.writeAndFlush(bytes.getByteBuf()).addListener(done -> waits(-bytes.length()));
        }

        private synchronized void waits(int more) {
            waiting += more;
            read.config().setAutoRead(waiting <= WAITING_BYTES);
        }
    }
}
