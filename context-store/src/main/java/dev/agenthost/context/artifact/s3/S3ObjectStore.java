package dev.agenthost.context.artifact.s3;

import dev.agenthost.context.artifact.ObjectStore;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.ResponseBytes;
import software.amazon.awssdk.core.async.AsyncRequestBody;
import software.amazon.awssdk.core.async.AsyncResponseTransformer;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3AsyncClientBuilder;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;

/** Stores objects in an S3-compatible bucket. Objects larger than one part are sent in parts, one after the other. */
public final class S3ObjectStore implements ObjectStore, AutoCloseable {
    /** Size of a part in memory; S3 requires at least 5 MiB and permits 10,000 parts. */
    static final int PART_BYTES = 8 * 1024 * 1024;

    private static final int CONNECTIONS = 32;

    private final S3AsyncClient client;
    private final String bucket;

    public S3ObjectStore(S3Address address) {
        this.bucket = address.bucket();
        S3AsyncClientBuilder builder = S3AsyncClient.builder()
                .httpClientBuilder(NettyNioAsyncHttpClient.builder().maxConcurrency(CONNECTIONS))
                .region(Region.of(address.region()))
                .credentialsProvider(credentials(address))
                .forcePathStyle(address.pathStyle())
                // Not every S3-compatible store supports Amazon's newer checksums.
                .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
                .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED);
        if (address.endpoint() != null) {
            builder.endpointOverride(address.endpoint());
        }
        this.client = builder.build();
    }

    @Override
    public Uni<Void> write(String object, long size, Source source) {
        if (size <= PART_BYTES) {
            return source.bytes(0, size)
                    .chain(bytes -> request(() -> client.putObject(
                            put -> put.bucket(bucket).key(object), AsyncRequestBody.fromBytesUnsafe(bytes))))
                    .replaceWithVoid();
        }
        return request(() -> client.createMultipartUpload(
                        create -> create.bucket(bucket).key(object)))
                .chain(created -> parts(object, created.uploadId(), size, source));
    }

    private Uni<Void> parts(String object, String upload, long size, Source source) {
        int parts = Math.toIntExact((size + PART_BYTES - 1) / PART_BYTES);
        return Multi.createFrom()
                .range(1, parts + 1)
                .onItem()
                .transformToUniAndConcatenate(number -> part(object, upload, number, size, source))
                .collect()
                .asList()
                .chain(sent -> complete(object, upload, sent))
                .onFailure()
                .call(why -> abort(object, upload).onFailure().recoverWithNull());
    }

    private Uni<CompletedPart> part(String object, String upload, int number, long size, Source source) {
        long from = (number - 1L) * PART_BYTES;
        return source.bytes(from, Math.min(from + PART_BYTES, size))
                .chain(bytes -> request(() -> client.uploadPart(
                        part -> part.bucket(bucket).key(object).uploadId(upload).partNumber(number),
                        AsyncRequestBody.fromBytesUnsafe(bytes))))
                .map(sent -> CompletedPart.builder()
                        .partNumber(number)
                        .eTag(sent.eTag())
                        .build());
    }

    private Uni<Void> complete(String object, String upload, List<CompletedPart> parts) {
        return request(() -> client.completeMultipartUpload(done ->
                        done.bucket(bucket).key(object).uploadId(upload).multipartUpload(all -> all.parts(parts))))
                .replaceWithVoid();
    }

    private Uni<Void> abort(String object, String upload) {
        return request(() -> client.abortMultipartUpload(
                        request -> request.bucket(bucket).key(object).uploadId(upload)))
                .replaceWithVoid();
    }

    @Override
    public Uni<byte[]> read(String object, long from, long to) {
        return request(() -> client.getObject(
                        get -> get.bucket(bucket).key(object).range("bytes=" + from + "-" + (to - 1)),
                        AsyncResponseTransformer.toBytes()))
                .map(ResponseBytes::asByteArrayUnsafe)
                .onFailure(NoSuchKeyException.class)
                .recoverWithItem(new byte[0]);
    }

    @Override
    public Uni<Void> delete(String object) {
        return request(() ->
                        client.listMultipartUploads(list -> list.bucket(bucket).prefix(object)))
                .onItem()
                .transformToMulti(open -> Multi.createFrom().iterable(open.uploads()))
                .onItem()
                .transformToUniAndConcatenate(open -> abort(open.key(), open.uploadId()))
                .onItem()
                .ignoreAsUni()
                .chain(() -> request(() ->
                        client.deleteObject(delete -> delete.bucket(bucket).key(object))))
                .replaceWithVoid();
    }

    @Override
    public void close() {
        client.close();
    }

    private static AwsCredentialsProvider credentials(S3Address address) {
        return address.accessKey() == null || address.secretKey() == null
                ? DefaultCredentialsProvider.builder().build()
                : StaticCredentialsProvider.create(
                        AwsBasicCredentials.create(address.accessKey(), address.secretKey()));
    }

    private static <T> Uni<T> request(Supplier<CompletionStage<T>> call) {
        return Uni.createFrom()
                .completionStage(call)
                .onFailure(CompletionException.class)
                .transform(why -> why.getCause() == null ? why : why.getCause());
    }
}
