// Command gateway-client uses a file system through Hadoop's RPC, by a client library that shares no code with Hadoop.
//
//	gateway-client ADDRESS DIRECTORY
//
// It works below the directory, which must not exist and does not exist afterwards. It prints one line for each step and ends
// with 1 at the first answer that is not HDFS's.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand"
	"os"
	"path"
	"time"

	"github.com/colinmarc/hdfs/v2"
)

const (
	blockBytes  = 1 << 20
	replication = 1
	// How often, and how long apart, a file whose last block has not been reported yet is closed again.
	closeAttempts = 100
	closePause    = 50 * time.Millisecond
)

type session struct {
	client *hdfs.Client
	home   string
	file   string
	moved  string
	// What the file must have.
	content []byte
}

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: gateway-client ADDRESS DIRECTORY")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(address, home string) error {
	client, err := hdfs.NewClient(hdfs.ClientOptions{Addresses: []string{address}, User: os.Getenv("HADOOP_USER_NAME")})
	if err != nil {
		return err
	}
	defer client.Close()
	s := &session{client: client, home: home, file: path.Join(home, "d", "file"), moved: path.Join(home, "moved")}
	steps := []struct {
		name string
		do   func() error
	}{
		{"mkdirs", s.mkdirs},
		{"write", s.write},
		{"read", s.read},
		{"append", s.append},
		{"list", s.list},
		{"rename", s.rename},
		{"chmod", s.chmod},
		{"times", s.times},
		{"summary", s.summary},
		{"refusals", s.refusals},
		{"delete", s.delete},
	}
	for _, step := range steps {
		if err := step.do(); err != nil {
			return fmt.Errorf("%s: %w", step.name, err)
		}
		fmt.Println("ok", step.name)
	}
	return nil
}

func (s *session) mkdirs() error {
	if _, err := s.client.Stat(s.home); !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("%s exists, or its state is unknown: %v", s.home, err)
	}
	return s.client.MkdirAll(path.Dir(s.file), 0o755)
}

// Two whole blocks and a part of a third one.
func (s *session) write() error {
	writer, err := s.client.CreateFile(s.file, replication, blockBytes, 0o644)
	if err != nil {
		return err
	}
	return s.add(writer, 2*blockBytes+12345, 1)
}

// To the last block, and beyond it into a new one.
func (s *session) append() error {
	writer, err := s.client.Append(s.file)
	if err != nil {
		return err
	}
	if err := s.add(writer, blockBytes, 2); err != nil {
		return err
	}
	return s.read()
}

func (s *session) add(writer *hdfs.FileWriter, length int, seed int64) error {
	more := make([]byte, length)
	rand.New(rand.NewSource(seed)).Read(more)
	if _, err := writer.Write(more); err != nil {
		return err
	}
	s.content = append(s.content, more...)
	return finish(writer)
}

// The NameNode refuses to complete a file until a DataNode has reported its last block.
func finish(writer *hdfs.FileWriter) error {
	err := writer.Close()
	for i := 0; i < closeAttempts && hdfs.IsErrReplicating(err); i++ {
		time.Sleep(closePause)
		err = writer.Close()
	}
	return err
}

func (s *session) read() error {
	reader, err := s.client.Open(s.file)
	if err != nil {
		return err
	}
	defer reader.Close()
	got, err := io.ReadAll(reader)
	if err != nil {
		return err
	}
	if !bytes.Equal(got, s.content) {
		return fmt.Errorf("read %d bytes that are not the %d that were written", len(got), len(s.content))
	}
	// Across the border of two blocks.
	part := make([]byte, 1000)
	if _, err := reader.ReadAt(part, blockBytes-500); err != nil {
		return err
	}
	if !bytes.Equal(part, s.content[blockBytes-500:blockBytes+500]) {
		return errors.New("a part of the file is not what was written")
	}
	sum, err := reader.Checksum()
	if err != nil {
		return err
	}
	if len(sum) == 0 {
		return errors.New("the checksum is empty")
	}
	return nil
}

func (s *session) list() error {
	if err := s.client.CreateEmptyFile(path.Join(s.home, "d", "empty")); err != nil {
		return err
	}
	return s.mustList(path.Join(s.home, "d"), "empty", "file")
}

func (s *session) mustList(directory string, names ...string) error {
	entries, err := s.client.ReadDir(directory)
	if err != nil {
		return err
	}
	var got []string
	for _, entry := range entries {
		got = append(got, entry.Name())
	}
	if fmt.Sprint(got) != fmt.Sprint(names) {
		return fmt.Errorf("%s has %v instead of %v", directory, got, names)
	}
	return nil
}

func (s *session) rename() error {
	if err := s.client.Rename(s.file, s.moved); err != nil {
		return err
	}
	s.file = s.moved
	if err := s.mustList(s.home, "d", "moved"); err != nil {
		return err
	}
	return s.read()
}

func (s *session) chmod() error {
	if err := s.client.Chmod(s.moved, 0o640); err != nil {
		return err
	}
	status, err := s.client.Stat(s.moved)
	if err != nil {
		return err
	}
	if status.Mode().Perm() != 0o640 || status.Size() != int64(len(s.content)) || status.IsDir() {
		return fmt.Errorf("the file has mode %v and %d bytes", status.Mode(), status.Size())
	}
	return nil
}

func (s *session) times() error {
	when := time.Unix(1_500_000_000, 0)
	if err := s.client.Chtimes(s.moved, when, when); err != nil {
		return err
	}
	status, err := s.client.Stat(s.moved)
	if err != nil {
		return err
	}
	if !status.ModTime().Equal(when) {
		return fmt.Errorf("the file was modified at %v", status.ModTime())
	}
	return nil
}

func (s *session) summary() error {
	summary, err := s.client.GetContentSummary(s.home)
	if err != nil {
		return err
	}
	if summary.Size() != int64(len(s.content)) || summary.FileCount() != 2 || summary.DirectoryCount() != 2 {
		return fmt.Errorf("%d bytes, %d files and %d directories", summary.Size(), summary.FileCount(), summary.DirectoryCount())
	}
	return nil
}

func (s *session) refusals() error {
	none := path.Join(s.home, "none")
	if _, err := s.client.Stat(none); !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("stat of a missing file: %v", err)
	}
	if _, err := s.client.Open(none); !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("open of a missing file: %v", err)
	}
	if _, err := s.client.Append(none); !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("append to a missing file: %v", err)
	}
	if _, err := s.client.CreateFile(s.moved, replication, blockBytes, 0o644); !errors.Is(err, os.ErrExist) {
		return fmt.Errorf("create of a file that exists: %v", err)
	}
	return nil
}

func (s *session) delete() error {
	if err := s.client.Remove(s.moved); err != nil {
		return err
	}
	if _, err := s.client.Stat(s.moved); !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("the deleted file: %v", err)
	}
	if err := s.client.RemoveAll(s.home); err != nil {
		return err
	}
	if _, err := s.client.Stat(s.home); !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("the deleted directory: %v", err)
	}
	return nil
}
