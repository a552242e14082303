# What shells do with files. Argument: an empty directory.
top=$1
umask 022
echo x > $top/a
cat $top/a
cp $top/a $top/b
mv $top/b $top/c
mkdir -p $top/d/e/f
find $top | sort
printf '3\n1\n2\n' > $top/n
sort < $top/n
sort $top/n > $top/s
sort -o $top/n $top/n
cmp $top/n $top/s && echo equal
ls -la $top | sed 1d | awk '$NF != ".." {print $1, $NF}'
cd $top/d || exit 1
pwd
ls ..
echo relative > e/file
(cd e && cat file && pwd)
cat e/../e/file
for f in *; do echo "$f"; done
echo ../[a-c]
ln -s ../a link
ln ../a hard
cat link hard
readlink link
readlink -f link
test -L link && test -f link && test -r link && test ! -x link && echo tests
chmod +x hard
test -x hard && echo executable
[ hard -nt e/file ] || [ hard -ot e/file ] || echo neither
cat > here <<END
in a document
END
cat here
exec 3<>here
read -r line <&3
echo "read $line"
echo more >&3
exec 3>&-
cat here
while read -r line; do echo "line: $line"; done < here
echo out of a pipe | tee piped | tr a-z A-Z
wc piped
{ echo one; echo two >&2; } > both 2>&1
cat both
cat missing 2> errors
grep -c 'No such file' errors
head -c 100000 /dev/zero > zeros
stat -c %s zeros
truncate -s 10 zeros
du -a --apparent-size zeros | cut -f 1
dd if=zeros of=copy bs=3 count=2 seek=1 conv=notrunc 2>/dev/null
od -c copy
tar cf archive.tar e here
tar tf archive.tar | sort
mkdir out
tar xf archive.tar -C out
find out -type f | sort | xargs cat
touch -d 2001-02-03T04:05:06Z old
stat -c '%Y %a %F' old
sed -i s/document/place/ here
cat here
diff here e/file
grep -r relative .  | sort
rm e/file
rmdir e 2>&1 | grep -c 'not empty'
cd ..
rm -r d
ls
