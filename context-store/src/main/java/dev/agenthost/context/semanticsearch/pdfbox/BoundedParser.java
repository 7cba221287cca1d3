package dev.agenthost.context.semanticsearch.pdfbox;

import java.io.IOException;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSDocument;
import org.apache.pdfbox.cos.COSStream;
import org.apache.pdfbox.cos.ICOSParser;
import org.apache.pdfbox.io.IOUtils;
import org.apache.pdfbox.io.RandomAccessReadBuffer;
import org.apache.pdfbox.pdfparser.PDFParser;

/** PDFBox's parser with bounded streams, including those of the file's own tables. */
final class BoundedParser extends PDFParser {
    BoundedParser(byte[] file, DecompressionLimiter unpacked) throws IOException {
        super(new BoundedFile(file, unpacked));
        document = new BoundedDocument(this, unpacked);
    }

    /** The file itself: the objects made of its bytes may be many times larger. */
    private static final class BoundedFile extends RandomAccessReadBuffer {
        private final DecompressionLimiter unpacked;

        BoundedFile(byte[] file, DecompressionLimiter unpacked) {
            super(file);
            this.unpacked = unpacked;
        }

        @Override
        public int read() throws IOException {
            unpacked.read(1);
            return super.read();
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            unpacked.read(length);
            return super.read(into, from, length);
        }
    }

    private static final class BoundedDocument extends COSDocument {
        private final ICOSParser parser;
        private final DecompressionLimiter unpacked;

        BoundedDocument(ICOSParser parser, DecompressionLimiter unpacked) {
            super(IOUtils.createMemoryOnlyStreamCache(), parser);
            this.parser = parser;
            this.unpacked = unpacked;
        }

        @Override
        public COSStream createCOSStream(COSDictionary dictionary, long from, long length) throws IOException {
            COSStream stream = new BoundedStream(parser.createRandomAccessReadView(from, length), unpacked);
            dictionary.forEach(stream::setItem);
            stream.setKey(dictionary.getKey());
            return stream;
        }
    }
}
